import { vatCents } from "../../src/core/money.ts";
import type { InvoiceContent, InvoiceLine } from "../../src/features/invoices/invoices.content.ts";

/** A line as in orders; quantity in tonnes, price in cents per tonne. */
export function sampleLine(changes: Partial<InvoiceLine> = {}): InvoiceLine {
  const { quantity = 125, priceCents = 1435 } = changes;
  return {
    name: "Kariba Clean Cookstoves",
    description: "Carbon credits, vintage 2023, ex-post, Gold Standard GS11603",
    unit: "TNE",
    ...changes,
    quantity,
    priceCents,
    totalCents: quantity * priceCents,
  };
}

/** A valid invoice of a fictitious seller; the sums follow from the lines and the VAT category. */
export function sampleInvoice(changes: Partial<InvoiceContent> = {}): InvoiceContent {
  const lines = changes.lines ?? [
    sampleLine(),
    sampleLine({
      name: "Due-diligence report: Cookstoves in Kenya",
      description: "",
      unit: "C62",
      quantity: 1,
      priceCents: 24_900,
    }),
  ];
  const vatCategory = changes.vatCategory ?? "S";
  const vatPercent = vatCategory === "S" ? (changes.vatPercent ?? 19) : 0;
  const netCents = lines.reduce((sum, { totalCents }) => sum + totalCents, 0);
  const vat = vatCents(netCents, vatPercent);
  return {
    kind: "INVOICE",
    number: "2026-000123",
    issuedOn: "2026-11-02",
    dueOn: "2026-11-16",
    suppliedOn: "2026-11-02",
    orderId: 10_482,
    seller: {
      name: "Tonneline GmbH",
      street: "Lindenstraße 12",
      postalCode: "10969",
      city: "Berlin",
      countryCode: "DE",
      vatNumber: "DE123456788",
      taxNumber: "30/123/45678",
      email: "invoices@tonneline.example",
      registration: "HRB 123456 B",
    },
    buyer: {
      companyName: "Musterwerk Maschinenbau AG",
      vatNumber: "DE987654325",
      invoiceEmail: "rechnung@musterwerk.example",
      street: "Hafenweg 3",
      postalCode: "20457",
      city: "Hamburg",
      province: "Hamburg",
      countryCode: "DE",
      countryName: "Germany",
    },
    paymentReference: "RF2710482",
    bank: { iban: "DE89370400440532013000", bic: "COBADEFFXXX", name: "Sample Bank" },
    precedingInvoice: null,
    currency: "EUR",
    notes: [],
    ...changes,
    lines,
    vatCategory,
    vatPercent,
    netCents,
    vatCents: vat,
    grossCents: netCents + vat,
  };
}

/** Buyers in other countries: reverse charge in the EU, outside the scope of EU VAT beyond it. */
export const foreignBuyers = {
  greek: {
    companyName: "Ελληνική Εταιρεία Ανανεώσιμων Πηγών Ενέργειας Α.Ε.",
    vatNumber: "EL094014201",
    invoiceEmail: "logistirio@energeia.example",
    street: "Λεωφόρος Κηφισίας 124",
    postalCode: "115 26",
    city: "Αθήνα",
    province: "Αττική",
    countryCode: "GR",
    countryName: "Greece",
  },
  polish: {
    companyName: "Zażółć Gęślą Jaźń Spółdzielnia Łódź sp. z o.o.",
    vatNumber: "PL5260001246",
    invoiceEmail: "faktury@jazn.example",
    street: "ul. Świętokrzyska 20",
    postalCode: "00-002",
    city: "Łódź",
    province: "Łódzkie",
    countryCode: "PL",
    countryName: "Poland",
  },
  chinese: {
    companyName: "上海绿色能源科技有限公司 (Shanghai Green Energy Technology Co., Ltd.)",
    vatNumber: "91310000MA1FL0000X",
    invoiceEmail: "caiwu@lvse.example",
    street: "浦东新区世纪大道100号",
    postalCode: "200120",
    city: "上海",
    province: "上海",
    countryCode: "CN",
    countryName: "China",
  },
} satisfies Record<string, InvoiceContent["buyer"]>;
