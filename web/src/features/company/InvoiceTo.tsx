import type { Address } from "@tonneline/contract/company";
import { countryNames } from "@tonneline/contract/countries";
import { useTranslation } from "react-i18next";
import styles from "./company.module.css";

interface Props {
  companyName: string;
  address: Address;
  vatNumber: string;
  invoiceEmail: string;
  purchaseOrderNumber?: string | null | undefined;
}

/** The address of an invoice as it is written on it. */
export function InvoiceTo(details: Props) {
  const { t } = useTranslation();
  const { companyName, address, vatNumber, invoiceEmail, purchaseOrderNumber } = details;
  const { street, postalCode, city, province, countryCode } = address;
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
      {purchaseOrderNumber && (
        <>
          <br />
          <span>
            {t("cart.review.purchaseOrder")}{" "}
            <span className={styles.mono}>{purchaseOrderNumber}</span>
          </span>
        </>
      )}
    </address>
  );
}
