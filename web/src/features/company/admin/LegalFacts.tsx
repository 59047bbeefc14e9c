import type { CompanyRecord } from "@tonneline/contract/companies";
import { countryNames } from "@tonneline/contract/countries";
import { useTranslation } from "react-i18next";
import { Facts, code, type Fact } from "../../../ui/Facts.tsx";

/** Who a company is on its invoices. */
export function LegalFacts({ company: { details } }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  if (details.companyName === null) return <p>{t("companies.legal.none")}</p>;
  const at = details.invoiceAddress;
  const address = at && [
    at.street,
    `${at.postalCode} ${at.city}`,
    at.province,
    countryNames[at.countryCode],
  ];
  const facts: Fact[] = [
    [t("companies.legal.name"), details.companyName],
    [t("companies.legal.address"), address?.filter(Boolean).join(", ")],
    [t("companies.legal.vatNumber"), code(details.vatNumber)],
    [t("companies.legal.invoiceEmail"), details.invoiceEmail],
  ];
  return <Facts facts={facts} />;
}
