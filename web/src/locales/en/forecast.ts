import { addTexts } from "../../lib/i18n.ts";

/** Texts of the effects that a decision on an order would have, and of what colleagues have decided meanwhile. */
export const forecast = addTexts("forecast", {
  approve: "issues invoice {{number}} and emails it to {{to}}",
  pay_one: "{{sum}} is open; {{tonnes}} enters the portfolio",
  pay_other: "{{sum}} is open; {{tonnes}} enter the portfolio",
  payReport: "{{sum}} is open; the reports can be downloaded",
  creditNote: "issues credit note {{number}}",
  back_one: "{{tonnes}} goes back on sale",
  back_other: "{{tonnes}} go back on sale",
  told: "the buyer is told the reason",
  meanwhile: {
    AWAITING_APPROVAL: "{{actor}} placed this order, {{when}}",
    AWAITING_PAYMENT: "{{actor}} approved this order, {{when}}",
    PAID: "{{actor}} marked this order paid, {{when}}",
    REJECTED: "{{actor}} rejected this order, {{when}}",
    reopened: "{{actor}} reopened this order, {{when}}",
  },
  staysPlain: "The invoice's XML stays EN 16931, not {{profile}}",
  missing: "The company chose it; what is missing: {{missing}}.",
  profiles: { EN16931: "EN 16931", XRECHNUNG: "XRechnung", PEPPOL: "Peppol BIS" },
  gaps: {
    SELLER_PHONE: "the seller's phone (settings)",
    SELLER_REGISTRATION: "the seller's KvK number or OIN under “Register of companies” (settings)",
    SELLER_VAT_NUMBER: "a VAT number of the seller that Peppol recognises (settings)",
    BUYER_REFERENCE: "the buyer's reference, such as a Leitweg-ID (order or company)",
    BUYER_ADDRESS: "the company's electronic address (company)",
    BUYER_POSTAL_CODE: "the buyer's postal code: the country of the invoice has none",
    ORDER_REFERENCE: "a purchase order number or a buyer's reference (order or company)",
    VAT_RATE: "a VAT rate: the invoice is outside the scope of VAT",
  },
});
