import type { Project, Vintage } from "@tonneline/contract/catalogue";
import { creditTypes } from "@tonneline/contract/codes";
import { creditTypeText } from "@tonneline/contract/delivery";
import type { VintageRecord } from "@tonneline/contract/evidence";
import { typedTonnes } from "@tonneline/contract/typed";
import { useTranslation } from "react-i18next";
import { day, euros, tonnes, whole } from "../../lib/format.ts";
import { QuantityInput } from "../../ui/QuantityInput.tsx";
import { useEvidence } from "../evidence/evidence.queries.ts";
import { AvailabilityBadge } from "./AvailabilityBadge.tsx";
import { CreditTypeTag } from "./CreditTypeTag.tsx";
import { OwnPrice } from "../../ui/OwnPrice.tsx";
import styles from "./shop.module.css";
import { limit, sellable } from "./shop.ts";
import type { Problem, ShopLine } from "./shop.ts";
import type { Shop } from "./useShop.ts";

interface Props {
  project: Project;
  shop: Shop;
  /** Shows what is known of a vintage. */
  onRecord: (vintageId: number) => void;
}

/** The vintages with a quantity each, issued ones first. Below sm every row is a small card. */
export function VintageTable({ project, shop, onRecord }: Props) {
  const { t } = useTranslation();
  const evidence = useEvidence(project.id);
  const records = evidence.data?.vintages ?? [];
  // Otherwise the vintages are shown, but nothing can be bought.
  const purchasable = project.status.id === "AVAILABLE";
  // Neither prices nor tonnes are told.
  const onRequest = project.status.id === "CONTACT_REQUIRED";
  const groups = creditTypes
    .map((type) => ({
      type,
      lines: shop.lines.filter(({ vintage }) => vintage.creditType.id === type),
    }))
    .filter(({ lines }) => lines.length > 0);
  const width = (onRequest ? 5 : 7) + (purchasable ? 2 : 0);
  return (
    <div className={styles.scroll}>
      <table className={styles.table} ref={shop.table}>
        <caption>{t("catalogue.shop.caption", { project: project.name })}</caption>
        <thead>
          <tr>
            <th scope="col">{t("catalogue.shop.vintage")}</th>
            <th scope="col">{t("catalogue.shop.creditType")}</th>
            <th scope="col">{t("catalogue.shop.claim")}</th>
            <th scope="col" className={styles.impactCell}>
              {t("catalogue.shop.impact")}
            </th>
            <th scope="col" className={styles.methodologyCell}>
              {t("catalogue.shop.methodology")}
            </th>
            {!onRequest && (
              <>
                <th scope="col" className={styles.num}>
                  {t("catalogue.shop.available")}
                </th>
                <th scope="col" className={styles.num}>
                  {t("catalogue.shop.price")}
                </th>
              </>
            )}
            {purchasable && (
              <>
                <th scope="col" className={styles.num}>
                  {t("catalogue.shop.quantity")}
                </th>
                <th scope="col" className={`${styles.num} ${styles.totalCell}`}>
                  {t("catalogue.shop.total")}
                </th>
              </>
            )}
          </tr>
        </thead>
        {groups.map(({ type, lines }) => (
          <tbody key={type}>
            <tr className={styles.group}>
              <th scope="rowgroup" colSpan={width}>
                <CreditTypeTag type={type} /> <b>{t(`catalogue.shop.group.${type}`)}</b>{" "}
                <span>{t(`catalogue.shop.groupNote.${type}`)}</span>
              </th>
            </tr>
            {lines.map((line) => (
              <VintageRow
                key={line.vintage.id}
                line={line}
                shop={shop}
                purchasable={purchasable}
                onRequest={onRequest}
                record={
                  evidence.isPending
                    ? "waiting"
                    : records.find(({ vintageId }) => vintageId === line.vintage.id)
                }
                onRecord={onRecord}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface RowProps {
  line: ShopLine;
  shop: Shop;
  purchasable: boolean;
  onRequest: boolean;
  record: VintageRecord | "waiting" | undefined;
  onRecord: (vintageId: number) => void;
}

type KnownProps = Pick<RowProps, "record" | "onRecord"> & { vintage: Vintage };

/** How much is known of a vintage. Its room is kept while that is asked for: what stands below is about to be pressed. */
function Known({ record, vintage, onRecord }: KnownProps) {
  const { t } = useTranslation();
  if (!record) return null;
  if (record === "waiting") {
    return (
      <span className={`${styles.known} ${styles.waiting}`} aria-hidden>
        {t("catalogue.shop.known", { known: 10, of: 14 })}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.known}
      aria-label={t("catalogue.shop.knownOf", { ...record, year: vintage.year })}
      onClick={() => onRecord(vintage.id)}
    >
      {t("catalogue.shop.known", { known: record.known, of: record.of })}
    </button>
  );
}

function VintageRow({ line, shop, purchasable, onRequest, record, onRecord }: RowProps) {
  const { t } = useTranslation();
  const { vintage } = line;
  const left = limit(vintage, shop.inCartOf(vintage.id));
  const open = purchasable && sellable(vintage) && (left > 0 || line.inCart > 0);
  const state = !sellable(vintage)
    ? vintage.price === null
      ? t("catalogue.shop.onRequest")
      : t("catalogue.shop.withdrawn")
    : vintage.availableCredits === 0
      ? t("catalogue.shop.noneLeft")
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
          ` · ${state ?? t("catalogue.shop.left", { tonnes: tonnes(vintage.availableCredits) })}`}
        <Delivery vintage={vintage} />
      </td>
      {purchasable && (
        <>
          <td className={`${styles.num} ${styles.full}`}>
            {open ? (
              <Quantity line={line} shop={shop} />
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

/** What is left of a vintage and what it costs. */
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
          <span className={styles.unit}>{t("catalogue.shop.onRequest")}</span>
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

/** That an expected vintage comes later than it was said, or not at all, and why. */
function Delivery({ vintage: { deliveryState, deliveryNote } }: { vintage: Vintage }) {
  if (deliveryState?.id !== "LATE" && deliveryState?.id !== "NOT_ISSUED") return null;
  return (
    <span className={styles.late}>
      {[deliveryState.name, deliveryNote].filter(Boolean).join(": ")}
    </span>
  );
}

/** The head of the column already says that it is a claim. */
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

function Quantity({ line, shop }: { line: ShopLine; shop: Shop }) {
  const { t } = useTranslation();
  const { vintage, problem } = line;
  const text = shop.textOf(line);

  function reformat() {
    const number = typedTonnes(text);
    if (typeof number === "number" && line.changed) shop.type(vintage.id, whole(number));
  }

  return (
    <div className={styles.quantity}>
      <QuantityInput
        label={t("catalogue.shop.tonnesOf", { year: vintage.year })}
        value={text}
        placeholder="0"
        onChange={(typed) => shop.type(vintage.id, typed)}
        onBlur={reformat}
        onEnter={shop.submit}
        error={problem && <ProblemText line={line} problem={problem} shop={shop} />}
      />
      {line.inCart > 0 && !problem && (
        <span className={styles.inCart}>
          {t("catalogue.shop.inCart", { tonnes: tonnes(line.inCart) })}
        </span>
      )}
    </div>
  );
}

/** Why a quantity cannot be had, with a button that takes what can. */
function ProblemText(props: { line: ShopLine; problem: Problem; shop: Shop }) {
  const { t } = useTranslation();
  const { line, problem, shop } = props;
  if (problem.kind === "notANumber") return t("catalogue.shop.notANumber");
  const { available } = problem;
  return (
    <>
      {available === 0
        ? t("catalogue.shop.noneToHave")
        : t("catalogue.shop.tooMany", { tonnes: tonnes(available) })}{" "}
      <button
        type="button"
        className={styles.use}
        onClick={() => shop.type(line.vintage.id, whole(available))}
      >
        {available === 0
          ? t("catalogue.shop.useNone")
          : t("catalogue.shop.use", { tonnes: tonnes(available) })}
      </button>
    </>
  );
}
