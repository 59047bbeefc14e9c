import type { VatCategory } from "@tonneline/contract/vat";
import { useTranslation } from "react-i18next";
import { euros, percent, tonnes } from "../../lib/format.ts";
import styles from "./sums.module.css";

interface Props {
  /** Money in euros. */
  sums: {
    totalCredits: number;
    net: number;
    vatAmount: number;
    vatPercentage: number;
    vatCategory: VatCategory;
    gross: number;
  };
  reports: number;
  /** The part of the credits that no registry has issued yet, shown separately. */
  expected: number;
  /** A change is in flight: the figures are from before it. */
  busy?: boolean;
  /** What to know about the VAT, such as a rate that has changed. */
  vatNote?: string | undefined;
  /** Shown to operators: the company that accounts for the VAT is not their own. */
  forOperators?: boolean;
}

/** Credits, reports, net, VAT with its reason in words, and total. */
export function Sums({
  sums,
  reports,
  expected,
  busy = false,
  vatNote,
  forOperators = false,
}: Props) {
  const { t } = useTranslation();
  const { vatCategory } = sums;
  const why = vatCategory === "AE" && forOperators ? "buyerAE" : (`why${vatCategory}` as const);
  const issued = sums.totalCredits - expected;
  return (
    <dl className={`${styles.sums} ${busy ? styles.dim : ""}`} aria-busy={busy}>
      {(issued > 0 || reports + expected === 0) && (
        <>
          <dt>{t(expected > 0 ? "cart.summary.issued" : "cart.summary.credits")}</dt>
          <dd>{tonnes(issued)}</dd>
        </>
      )}
      {expected > 0 && (
        <>
          <dt>{t("cart.summary.expected")}</dt>
          <dd>{tonnes(expected)}</dd>
        </>
      )}
      {reports > 0 && (
        <>
          <dt>{t("cart.summary.reports")}</dt>
          <dd>{reports}</dd>
        </>
      )}
      <dt>{t("cart.summary.net")}</dt>
      <dd>{euros(sums.net)}</dd>
      <dt>{t(`cart.vat.${vatCategory}`, { percent: percent(sums.vatPercentage) })}</dt>
      <dd>{euros(sums.vatAmount)}</dd>
      {why !== "whyS" && <dd className={styles.why}>{t(`cart.vat.${why}`)}</dd>}
      {vatNote && <dd className={styles.why}>{vatNote}</dd>}
      <dt className={styles.total}>{t("cart.summary.total")}</dt>
      <dd className={styles.total}>{euros(sums.gross)}</dd>
    </dl>
  );
}
