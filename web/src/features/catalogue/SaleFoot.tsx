import type { ProjectSummary } from "@tonneline/contract/catalogue";
import { isQuarterOver, quarterText } from "@tonneline/contract/delivery";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { euros, share, today, tonnes, years as yearSpan } from "../../lib/format.ts";
import { Gauge } from "../../ui/Gauge.tsx";
import { OwnPrice } from "../../ui/OwnPrice.tsx";
import styles from "./card.module.css";

/** The price and tonnes at the foot of a card; each state of a project shows exactly one message. */
export function SaleFoot({ project }: { project: ProjectSummary }) {
  return (
    <>
      <SoldGauge project={project} className={styles.gauge} />
      <div className={styles.nums}>
        <Price project={project} />
        <p className={styles.avail}>
          <Amount project={project} />
        </p>
      </div>
    </>
  );
}

/** The share sold or reserved; shown only if there is one and something is left. */
export function SoldGauge(props: { project: ProjectSummary; className?: string | undefined }) {
  const { t } = useTranslation();
  const { availableCredits: left, totalCredits: total, status } = props.project;
  if (status.id !== "AVAILABLE" || left <= 0 || left >= total) return null;
  const percent = share(1 - left / total);
  return (
    <div className={`${styles.sold} ${props.className ?? ""}`}>
      <Gauge
        className={styles.soldBar}
        part={1 - left / total}
        label={t("catalogue.card.soldOf", { percent, total: tonnes(total) })}
      />
      <span>{t("catalogue.card.sold", { percent })}</span>
    </div>
  );
}

function Price({ project }: { project: ProjectSummary }) {
  const { t } = useTranslation();
  const { status, priceFrom } = project;
  if (status.id === "SOLD_OUT" || status.id === "COMING_SOON")
    return <span className={styles.price}>{status.name}</span>;
  if (status.id === "CONTACT_REQUIRED" || priceFrom === null)
    return <span className={styles.price}>{t("catalogue.card.priceOnRequest")}</span>;
  return (
    <div>
      <span className={styles.unit}>{t("catalogue.card.from")}</span>
      <span className={styles.price}>{euros(priceFrom)}</span>{" "}
      <span className={styles.unit}>{t("catalogue.card.perTonne")}</span>
      <OwnPrice listPrice={project.listPriceFrom} />
    </div>
  );
}

function Amount({ project }: { project: ProjectSummary }) {
  const { t } = useTranslation();
  const { availableCredits, expectedCredits, expectedDelivery, vintagesAvailable, status } =
    project;
  if (status.id === "COMING_SOON") {
    return expectedDelivery && !isQuarterOver(expectedDelivery.from, today())
      ? t("catalogue.card.firstExpected", { quarter: quarterText(expectedDelivery.from) })
      : t("catalogue.card.dateOpen");
  }
  const vintages = vintagesAvailable && (
    <>
      {t("catalogue.card.vintages", {
        count: vintagesAvailable.min === vintagesAvailable.max ? 1 : 2,
        years: yearSpan(vintagesAvailable.min, vintagesAvailable.max),
      })}
    </>
  );
  if (status.id === "SOLD_OUT" || status.id === "CONTACT_REQUIRED") return vintages;
  const issued = availableCredits - expectedCredits;
  return (
    <>
      {issued > 0 && (
        <>
          <b>{tonnes(issued)}</b> {t("catalogue.card.issued")}
          <br />
        </>
      )}
      {expectedCredits > 0 && (
        <>
          <b>{tonnes(expectedCredits)}</b> {t("catalogue.card.expectedTonnes")}
          <br />
        </>
      )}
      {(issued === 0 && expectedDelivery && deliveryText(t, expectedDelivery)) || vintages}
    </>
  );
}

/** Returns when expected credits are delivered, without quarters that have passed; undefined once all have. */
function deliveryText(t: TFunction, { from, to }: { from: string; to: string }) {
  const day = today();
  if (isQuarterOver(to, day)) return undefined;
  if (isQuarterOver(from, day))
    return t("catalogue.card.deliveryUntil", { quarter: quarterText(to) });
  const quarters = [...new Set([from, to])].map(quarterText).join(" – ");
  return t("catalogue.card.delivery", { quarters });
}
