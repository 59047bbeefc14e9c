import type { OrderDetails } from "@tonneline/contract/orders";

/** The columns of what an order says of its buyer. */
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
    purchase_order_number: details.purchaseOrderNumber || null,
    cost_centre: details.costCentre || null,
    buyer_reference: details.buyerReference || null,
    remark: details.remark || null,
  };
}
