import { Stack } from "@mantine/core";
import type { CompanyRecord } from "@tonneline/contract/companies";
import { countryNames } from "@tonneline/contract/countries";
import { addressSchemes } from "@tonneline/contract/eInvoices";
import { useTranslation } from "react-i18next";
import { Facts, code, type Fact } from "../../../ui/Facts.tsx";
import record from "./record.module.css";

/** A company's details on its invoices, and their format. */
export function LegalFacts({ company: { details, eInvoices } }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const at = details.invoiceAddress;
  const lines = at && [
    at.street,
    `${at.postalCode} ${at.city}`,
    at.province,
    countryNames[at.countryCode],
  ];
  const { profile, reference, address } = eInvoices;
  const facts: Fact[] = [
    [t("companies.legal.name"), details.companyName],
    [t("companies.legal.address"), lines?.filter(Boolean).join(", ")],
    [t("companies.legal.vatNumber"), code(details.vatNumber)],
    [t("companies.legal.invoiceEmail"), details.invoiceEmail],
    [t("companies.legal.profile"), t(`company.eInvoices.profiles.${profile}`)],
    [t("companies.legal.reference"), code(reference)],
    [
      t("companies.legal.route"),
      address ? (
        <>
          {code(`${address.scheme}:${address.id}`)}
          <br />
          {addressSchemes[address.scheme].name}
        </>
      ) : (
        t("companies.legal.byEmail")
      ),
    ],
  ];
  return (
    <Stack gap="sm">
      {details.companyName === null && <p className={record.soft}>{t("companies.legal.none")}</p>}
      <Facts facts={facts} look="stacked" />
    </Stack>
  );
}
