import { references, type OrderDetails, type Reference } from "@tonneline/contract/orders";

/** The column of each of the buyer's references. */
const referenceColumn = {
  purchaseOrderNumber: "purchase_order_number",
  costCentre: "cost_centre",
  buyerReference: "buyer_reference",
} as const satisfies Record<Reference, string>;
export const referenceColumns = Object.values(referenceColumn);
export type ReferenceRow = Record<(typeof referenceColumn)[Reference], string | null>;

/** The texts that the buyer typed at checkout, as mails repeat them. */
export interface TypedRow extends ReferenceRow {
  remark: string | null;
}

/** Returns the buyer's references under their names in the API. */
export const referencesOf = (row: ReferenceRow) =>
  Object.fromEntries(references.map((name) => [name, row[referenceColumn[name]]])) as Record<
    Reference,
    string | null
  >;

/** Returns the columns for an order's buyer and billing details. */
export function columnsOf({ invoiceAddress, ...details }: OrderDetails) {
  return {
    company_name: details.companyName,
    vat_number: details.vatNumber,
    invoice_email: details.invoiceEmail,
    street: invoiceAddress.street,
    postal_code: invoiceAddress.postalCode,
    province: invoiceAddress.province,
    city: invoiceAddress.city,
    country_code: invoiceAddress.countryCode,
    ...(Object.fromEntries(
      references.map((name) => [referenceColumn[name], details[name] || null]),
    ) as ReferenceRow),
    remark: details.remark || null,
  };
}
