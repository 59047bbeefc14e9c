import type { Project } from "@tonneline/contract/catalogue";
import { useTranslation } from "react-i18next";
import { euros, tonnes } from "../../lib/format.ts";
import { OfferButton } from "./ContactButtons.tsx";
import styles from "./panels.module.css";
import { yearRanges } from "./shop.ts";
import { WindowBar } from "./WindowBar.tsx";

type Financing = NonNullable<Project["financingDetails"]>;
type Sponsoring = NonNullable<Project["sponsoringDetails"]>;

/** The terms on which a project may be financed, in euros per tonne, with a button to ask; shown outside its window too. */
export function FinancingPanel({ project, details }: { project: Project; details: Financing }) {
  const { t } = useTranslation();
  const facts = [
    [t("projectPage.terms.expectedCredits"), tonnes(details.expectedCredits)],
    [t("projectPage.terms.averagePrice"), euros(details.averagePricePerCredit)],
    [t("projectPage.terms.creditingPeriod"), yearRanges(details.creditingPeriod) || "–"],
    [t("projectPage.methodology"), details.methodology || "–"],
  ] as const;
  return (
    <div className={`${styles.panel} ${styles.pad} ${styles.offer}`}>
      <WindowBar window={details.financingOpportunity} />
      <dl className={styles.kv}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.pair}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <OfferButton project={project} kind="financing" mt="lg" />
    </div>
  );
}

/** The impact of sponsoring a project, with a button to ask; shown outside its window too. */
export function SponsoringPanel({ project, details }: { project: Project; details: Sponsoring }) {
  const { t } = useTranslation();
  return (
    <div className={`${styles.panel} ${styles.pad} ${styles.offer}`}>
      <WindowBar window={details.sponsoringOpportunity} />
      <h3 className={styles.offerHead}>{t("projectPage.terms.expectedImpact")}</h3>
      <p className={styles.offerText}>{details.expectedImpact}</p>
      <OfferButton project={project} kind="sponsoring" mt="lg" />
    </div>
  );
}
