import type { Address } from "@tonneline/contract/company";
import { countryNames } from "@tonneline/contract/countries";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import styles from "./company.module.css";

interface Props {
  companyName: string;
  address: Address;
  vatNumber: string;
  invoiceEmail: string;
  purchaseOrderNumber?: string | null | undefined;
  costCentre?: string | null | undefined;
  buyerReference?: string | null | undefined;
  remark?: string | null | undefined;
}

/** The address of an invoice and the buyer's references, as they are written on it. */
export function InvoiceTo(details: Props) {
  const { t } = useTranslation();
  const { companyName, address, vatNumber, invoiceEmail, remark } = details;
  const { street, postalCode, city, province, countryCode } = address;
  const references = [
    [t("cart.review.purchaseOrder"), details.purchaseOrderNumber],
    [t("cart.review.costCentre"), details.costCentre],
    [t("cart.review.buyerReference"), details.buyerReference],
  ] as const;
  const place = province === city ? city : `${city}, ${province}`;
  return (
    <address className={styles.address}>
      <b>{companyName}</b>
      <br />
      {street}
      <br />
      {postalCode} {place}, {countryNames[countryCode]}
      <br />
      <span>
        {t("cart.review.vatNumber")} <span className={styles.mono}>{vatNumber}</span>
      </span>
      <br />
      <span>{invoiceEmail}</span>
      {references.map(
        ([name, value]) =>
          value && (
            <Fragment key={name}>
              <br />
              <span>
                {name} <span className={styles.mono}>{value}</span>
              </span>
            </Fragment>
          ),
      )}
      {remark && <p className={styles.remark}>{remark}</p>}
    </address>
  );
}
