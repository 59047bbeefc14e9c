import type { Vintage } from "@tonneline/contract/catalogue";
import { creditTypeText, isOverdue } from "@tonneline/contract/delivery";
import type { VintageRecord } from "@tonneline/contract/evidence";
import { useTranslation } from "react-i18next";
import { day, euros, today, tonnes, whole } from "../../lib/format.ts";
import { OwnPrice } from "../../ui/OwnPrice.tsx";
import { AvailabilityBadge } from "./AvailabilityBadge.tsx";
import { CreditTypeTag } from "./CreditTypeTag.tsx";
import styles from "./shop.module.css";
import { maxTonnes, sellable, type ShopLine } from "./shop.ts";
import type { Shop } from "./useShop.ts";
import { VintageQuantity } from "./VintageQuantity.tsx";

interface RowProps {
  line: ShopLine;
  shop: Shop;
  purchasable: boolean;
  onRequest: boolean;
  record: VintageRecord | "waiting" | undefined;
  onRecord: (vintageId: number) => void;
}

type KnownProps = Pick<RowProps, "record" | "onRecord"> & { vintage: Vintage };

/** How much is known of a vintage. Space is reserved while it loads: the user may be about to press what is below. */
function Known({ record, vintage, onRecord }: KnownProps) {
  const { t } = useTranslation();
  if (!record) return null;
  if (record === "waiting") {
    return (
      <span className={`${styles.known} ${styles.waiting}`} aria-hidden>
        {t("projectPage.shop.known", { known: 10, of: 14 })}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.known}
      aria-label={t("projectPage.shop.knownOf", { ...record, year: vintage.year })}
      onClick={() => onRecord(vintage.id)}
    >
      {t("projectPage.shop.known", { known: record.known, of: record.of })}
    </button>
  );
}

/** One vintage of the table, with a quantity field if it can be bought. */
export function VintageRow({ line, shop, purchasable, onRequest, record, onRecord }: RowProps) {
  const { t } = useTranslation();
  const { vintage } = line;
  const left = maxTonnes(vintage, shop.inCartOf(vintage.id));
  const open = purchasable && sellable(vintage) && (left > 0 || line.inCart > 0);
  const state = !sellable(vintage)
    ? vintage.price === null
      ? t("projectPage.shop.onRequest")
      : t("projectPage.shop.withdrawn")
    : vintage.availableCredits === 0
      ? t("projectPage.shop.noneLeft")
      : undefined;
  return (
    <tr className={open || !purchasable ? undefined : styles.dim}>
      <th scope="row">
        <span className={styles.year}>{vintage.year}</span>
        <Period vintage={vintage} />
        <Known record={record} vintage={vintage} onRecord={onRecord} />
      </th>
      <td className={styles.deskOnly}>
        <CreditTypeTag type={vintage.creditType.id} expected={vintage.expectedDelivery} />
        <Delivery vintage={vintage} />
      </td>
      <td className={styles.deskOnly}>{shortClaim(vintage.claimType.name)}</td>
      <td className={`${styles.deskOnly} ${styles.impactCell}`}>{vintage.impactType.name}</td>
      <td className={`${styles.deskOnly} ${styles.methodology} ${styles.methodologyCell}`}>
        <span title={vintage.methodology}>{vintage.methodology}</span>
      </td>
      {!onRequest && <Offered vintage={vintage} />}
      <td className={styles.facts}>
        {creditTypeText(vintage.creditType.id, vintage.expectedDelivery)} ·{" "}
        {shortClaim(vintage.claimType.name)}
        {!onRequest &&
          ` · ${state ?? t("projectPage.shop.left", { tonnes: tonnes(vintage.availableCredits) })}`}
        <Delivery vintage={vintage} />
      </td>
      {purchasable && (
        <>
          <td className={`${styles.num} ${styles.full}`}>
            {open ? (
              <VintageQuantity line={line} shop={shop} />
            ) : (
              <span className={styles.deskOnly}>{state}</span>
            )}
          </td>
          <td className={`${styles.num} ${styles.total} ${styles.totalCell} ${styles.deskOnly}`}>
            {line.tonnes > 0 && line.netCents !== null && !line.problem ? (
              euros(line.netCents / 100)
            ) : (
              <span className={styles.unit}>–</span>
            )}
          </td>
        </>
      )}
    </tr>
  );
}

/** The remaining tonnes of a vintage and their price. */
function Offered({ vintage }: { vintage: Vintage }) {
  const { t } = useTranslation();
  return (
    <>
      <td className={`${styles.deskOnly} ${styles.num}`}>
        {sellable(vintage) && vintage.availableCredits === 0 ? (
          <AvailabilityBadge status={{ id: "SOLD_OUT", name: "Sold out" }} />
        ) : (
          whole(vintage.availableCredits)
        )}
      </td>
      <td className={`${styles.num} ${styles.price}`}>
        {vintage.price === null ? (
          <span className={styles.unit}>{t("projectPage.shop.onRequest")}</span>
        ) : (
          <>
            {euros(vintage.price)}
            <span className={`${styles.unit} ${styles.phoneOnly}`}>
              {" "}
              {t("catalogue.card.perTonne")}
            </span>
            <OwnPrice listPrice={vintage.listPrice} />
          </>
        )}
      </td>
    </>
  );
}

/** States that an expected vintage is late, or will not be issued, and why. */
function Delivery({ vintage }: { vintage: Vintage }) {
  const { t } = useTranslation();
  const { expectedDelivery, deliveryState, deliveryNote } = vintage;
  const overdue = isOverdue(deliveryState?.id, expectedDelivery, today());
  if (!overdue && deliveryState?.id !== "LATE" && deliveryState?.id !== "NOT_ISSUED") return null;
  const said = overdue
    ? [t("projectPage.shop.late"), deliveryNote || t("projectPage.shop.overdue")]
    : [deliveryState?.name, deliveryNote];
  return <span className={styles.late}>{said.filter(Boolean).join(": ")}</span>;
}

/** The column header already says that it is a claim. */
function shortClaim(name: string): string {
  return name.replace(/ claim$/, "");
}

function Period({ vintage }: { vintage: Vintage }) {
  if (!vintage.periodStart || !vintage.periodEnd) return null;
  const { year, periodStart, periodEnd } = vintage;
  if (periodStart === `${year}-01-01` && periodEnd === `${year}-12-31`) return null;
  return (
    <span className={styles.period}>
      {day(periodStart)} – {day(periodEnd)}
    </span>
  );
}
