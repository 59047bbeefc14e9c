import type { CompanyDetails } from "@tonneline/contract/company";
import { countryNames } from "@tonneline/contract/countries";
import { useTranslation } from "react-i18next";
import { Banner } from "../../ui/Banner.tsx";
import { code, Facts } from "../../ui/Facts.tsx";
import styles from "./DetailsPage.module.css";

/** Company and invoice details, for members who may not change them. */
export function CompanyFacts({ saved }: { saved: CompanyDetails }) {
  const { t } = useTranslation();
  const { companyName, vatNumber, invoiceEmail, invoiceAddress: at } = saved;
  const facts = [
    [t("cart.details.companyName"), companyName],
    [t("cart.details.vatNumber"), code(vatNumber)],
    [t("cart.details.invoiceEmail"), invoiceEmail],
    [t("cart.details.street"), at?.street],
    [t("cart.details.city"), at && `${at.postalCode} ${at.city}`],
    [t("cart.details.province"), at?.province],
    [t("cart.details.countryCode"), at && countryNames[at.countryCode]],
  ] as const;
  return (
    <div className={styles.form}>
      <Banner tone="info" title={t("account.details.companyReadOnly")} />
      {companyName === null ? <p>{t("account.details.companyNone")}</p> : <Facts facts={facts} />}
    </div>
  );
}
