import type { Project } from "@tonneline/contract/catalogue";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { euros, euroRange, share, tonnes } from "../../lib/format.ts";
import { Gauge } from "../../ui/Gauge.tsx";
import { AskButton } from "./ContactButtons.tsx";
import styles from "./panels.module.css";
import { yearRanges } from "./shop.ts";
import { WindowBar } from "./WindowBar.tsx";

interface Props {
  project: Project;
  onChoose: () => void;
}

/** The figures of a project beside its picture: what it costs, how much there is, who stands behind it. */
export function FactsPanel({ project, onChoose }: Props) {
  const { t } = useTranslation();
  const sold = project.categories.includes("CREDIT_SALE");
  const methodologies = [
    ...new Set(project.vintages.map((vintage) => vintage.methodology).filter(Boolean)),
  ];
  const years = yearRanges(project.vintages.map((vintage) => vintage.year));
  const facts = [
    [t("catalogue.project.vintages"), years],
    [t("catalogue.project.developer"), project.projectDeveloper.name],
    [t("catalogue.project.auditor"), project.auditor?.name],
    [
      t("catalogue.project.methodology"),
      methodologies.join("; ") || project.financingDetails?.methodology,
    ],
    [t("catalogue.project.registryStatus"), project.registryStatus],
  ] as const;
  return (
    <div className={`${styles.panel} ${styles.side}`}>
      <div className={styles.pad}>
        {sold ? <SaleFigures project={project} /> : <OfferFigures project={project} />}
      </div>
      <div className={`${styles.pad} ${styles.rest}`}>
        <dl className={styles.kv}>
          {facts.map(
            ([name, value]) =>
              value && (
                <div key={name} className={styles.pair}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
      {sold && project.status.id === "AVAILABLE" && (
        <div className={`${styles.pad} ${styles.button}`}>
          <Button size="lg" fullWidth onClick={onChoose}>
            {t("catalogue.project.choose")}
          </Button>
        </div>
      )}
      {sold && project.status.id === "CONTACT_REQUIRED" && (
        <div className={`${styles.pad} ${styles.button}`}>
          <AskButton
            project={project}
            label={t("catalogue.contact.onRequest")}
            variant="filled"
            size="lg"
            fullWidth
          />
        </div>
      )}
    </div>
  );
}

function SaleFigures({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { availableCredits, totalCredits, priceFrom, priceTo } = project;
  const part = availableCredits / totalCredits;
  return (
    <>
      <span className={styles.unit}>{t("catalogue.project.price")}</span>
      <p className={styles.figure}>
        {priceFrom === null
          ? t("catalogue.card.priceOnRequest")
          : euroRange(priceFrom, priceTo ?? priceFrom)}
      </p>
      {totalCredits > 0 && (
        <>
          <Gauge
            className={styles.gauge}
            part={part}
            label={t("catalogue.card.gauge", { percent: share(part), total: tonnes(totalCredits) })}
          />
          <div className={styles.gaugeRow}>
            <span>
              <b>{tonnes(availableCredits)}</b> {t("catalogue.project.available")}
            </span>
            <span>{t("catalogue.project.total", { tonnes: tonnes(totalCredits) })}</span>
          </div>
        </>
      )}
    </>
  );
}

function OfferFigures({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { financingDetails: financing, sponsoringDetails: sponsoring } = project;
  const window = financing?.financingOpportunity ?? sponsoring?.sponsoringOpportunity;
  return (
    <>
      {financing && (
        <>
          <span className={styles.unit}>{t("catalogue.project.averagePrice")}</span>
          <p className={styles.figure}>{euros(financing.averagePricePerCredit)}</p>
        </>
      )}
      {!financing && sponsoring && (
        <>
          <span className={styles.unit}>{t("catalogue.offer.expectedImpact")}</span>
          <p className={styles.impact}>{sponsoring.expectedImpact}</p>
        </>
      )}
      {window && <WindowBar className={styles.gauge} window={window} />}
    </>
  );
}
