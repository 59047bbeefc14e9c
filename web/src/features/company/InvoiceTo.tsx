import type { Address } from "@tonneline/contract/addresses";
import { countryNames } from "@tonneline/contract/countries";
import { references, type Reference } from "@tonneline/contract/orders";
import { vatIdentifierIn } from "@tonneline/contract/vatNumbers";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import styles from "./company.module.css";

interface Props extends Partial<Record<Reference, string | null>> {
  companyName: string;
  address: Address;
  vatNumber: string;
  invoiceEmail: string;
  remark?: string | null | undefined;
}

/** The invoice address and the buyer's references, as printed on the invoice. */
export function InvoiceTo(details: Props) {
  const { t } = useTranslation();
  const { companyName, address, vatNumber, invoiceEmail, remark } = details;
  const { street, postalCode, city, province, countryCode } = address;
  // As on the invoice itself: outside the EU it is the number of another tax, and domestically it may be one from the
  // tax office.
  const vatId = vatIdentifierIn(countryCode, vatNumber);
  const place = [city, ...(province === city ? [] : [province]), countryNames[countryCode]];
  return (
    <address className={styles.address}>
      <b>{companyName}</b>
      <br />
      {street}
      <br />
      {postalCode} {place.filter(Boolean).join(", ")}
      <br />
      <span>
        {t(vatId ? "cart.review.vatNumber" : "cart.review.taxNumber")}{" "}
        <span className={styles.mono} translate="no">
          {vatId ?? vatNumber}
        </span>
      </span>
      <br />
      <span>{invoiceEmail}</span>
      {references.map(
        (name) =>
          details[name] && (
            <Fragment key={name}>
              <br />
              <span>
                {t(`cart.review.${name}`)}{" "}
                <span className={styles.mono} translate="no">
                  {details[name]}
                </span>
              </span>
            </Fragment>
          ),
      )}
      {remark && <p className={styles.remark}>{remark}</p>}
    </address>
  );
}
