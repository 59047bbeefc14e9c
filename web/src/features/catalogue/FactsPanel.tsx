import type { CreditType, Project, Vintage } from "@tonneline/contract/catalogue";
import { creditTypes } from "@tonneline/contract/codes";
import { isQuarterOver, quarterText } from "@tonneline/contract/delivery";
import { Button } from "@mantine/core";
import { IconCircleDashed } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { euros, euroRange, today, tonnes } from "../../lib/format.ts";
import { AskButton } from "./ContactButtons.tsx";
import { CreditTypeTag } from "./CreditTypeTag.tsx";
import { OwnPrice } from "../../ui/OwnPrice.tsx";
import styles from "./panels.module.css";
import { SoldGauge } from "./SaleFoot.tsx";
import { yearRanges } from "./shop.ts";
import { WindowBar } from "./WindowBar.tsx";

interface Props {
  project: Project;
  onChoose: () => void;
}

/** A project's key figures beside its picture: price, available tonnes, and who is behind it. */
export function FactsPanel({ project, onChoose }: Props) {
  const { t } = useTranslation();
  const sold = project.categories.includes("CREDIT_SALE");
  const methodologies = [
    ...new Set(project.vintages.map((vintage) => vintage.methodology).filter(Boolean)),
  ];
  const years = yearRanges(project.vintages.map((vintage) => vintage.year));
  const facts = [
    [t("projectPage.vintages"), years],
    [t("projectPage.developer"), project.projectDeveloper.name],
    [t("projectPage.auditor"), project.auditor?.name ?? <NotInRecord />],
    [
      t("projectPage.methodology"),
      methodologies.join("; ") || project.financingDetails?.methodology,
    ],
    [t("projectPage.registryStatus"), project.registryStatus],
    [t("projectPage.nameAtRegistry"), project.nameAtRegistry],
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
            {t("projectPage.choose")}
          </Button>
        </div>
      )}
      {sold && project.status.id === "CONTACT_REQUIRED" && (
        <div className={`${styles.pad} ${styles.button}`}>
          <AskButton
            project={project}
            label={t("projectPage.contact.onRequest")}
            variant="filled"
            size="lg"
            fullWidth
          />
        </div>
      )}
    </div>
  );
}

function NotInRecord() {
  const { t } = useTranslation();
  return (
    <span className={styles.notInRecord}>
      <IconCircleDashed size={16} stroke={1.8} aria-hidden />
      {t("projectPage.notInRecord")}
    </span>
  );
}

/** The offer, with issued and expected credits apart. A project that is not on sale shows neither price nor tonnes. */
function SaleFigures({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { status, vintages } = project;
  if (status.id === "CONTACT_REQUIRED")
    return <p className={styles.figure}>{t("catalogue.card.priceOnRequest")}</p>;
  if (status.id === "COMING_SOON" || status.id === "SOLD_OUT")
    return <p className={styles.figure}>{status.name}</p>;
  return (
    <>
      {creditTypes.map((type) => (
        <Offer
          key={type}
          type={type}
          vintages={vintages.filter(({ creditType }) => creditType.id === type)}
        />
      ))}
      <SoldGauge project={project} />
      <span className={styles.unit}>{t("projectPage.price")}</span>
    </>
  );
}

/** Returns the vintage with the lowest price. */
function cheapest(vintages: readonly Vintage[]): Vintage | undefined {
  const priced = vintages.filter(({ price }) => price !== null);
  return priced.toSorted((a, b) => a.price! - b.price!)[0];
}

function Offer({ type, vintages }: { type: CreditType; vintages: Vintage[] }) {
  const { t } = useTranslation();
  if (vintages.length === 0) return null;
  const left = vintages.reduce((sum, { availableCredits }) => sum + availableCredits, 0);
  const prices = vintages.flatMap(({ price }) => price ?? []);
  const own = cheapest(vintages);
  const quarters = vintages
    .flatMap(({ expectedDelivery }) => expectedDelivery ?? [])
    .filter((quarter) => !isQuarterOver(quarter, today()))
    .toSorted();
  const [first, last] = [quarters[0], quarters.at(-1)];
  return (
    <div className={styles.sale}>
      <div className={styles.saleHead}>
        <CreditTypeTag type={type} /> <b>{t(`projectPage.offer.${type}`)}</b>
      </div>
      <p className={styles.figure}>
        {prices.length === 0 ? (
          t("catalogue.card.priceOnRequest")
        ) : (
          <>
            {euroRange(Math.min(...prices), Math.max(...prices))}{" "}
            <span className={styles.unit}>{t("catalogue.card.perTonne")}</span>
          </>
        )}
        <OwnPrice listPrice={own?.listPrice} isFrom={new Set(prices).size > 1} />
      </p>
      <p className={styles.saleText}>
        <b>{tonnes(left)}</b> {t(`projectPage.forSale.${type}`)}
        {type === "EX_ANTE" &&
          first &&
          last &&
          `, ${t("projectPage.deliveryIn", {
            quarters: [...new Set([first, last])].map(quarterText).join(" – "),
          })}`}
      </p>
    </div>
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
          <span className={styles.unit}>{t("projectPage.averagePrice")}</span>
          <p className={styles.figure}>{euros(financing.averagePricePerCredit)}</p>
        </>
      )}
      {!financing && sponsoring && (
        <>
          <span className={styles.unit}>{t("projectPage.terms.expectedImpact")}</span>
          <p className={styles.impact}>{sponsoring.expectedImpact}</p>
        </>
      )}
      {window && <WindowBar className={styles.gauge} window={window} />}
    </>
  );
}
