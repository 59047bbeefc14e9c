import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foreignBuyers, sampleInvoice, sampleLine } from "../../../test/builders/invoice.ts";
import { brokenOf, ublRules } from "../../../test/en16931/profiles.ts";
import { type Reading, readCii, readUbl } from "../../../test/en16931/reading.ts";
import { broken, centsOf, rules } from "../../../test/en16931/rules.ts";
import { bindingRules, facturXSchemaErrors } from "../../../test/en16931/schema.ts";
import { invoiceCii, invoiceUbl } from "./invoice.xml.ts";
import { invoiceContent, type InvoiceContent } from "./invoices.content.ts";

const creditNote = {
  kind: "CREDIT_NOTE",
  number: "CN-2026-000007",
  dueOn: null,
  precedingInvoice: "2026-000123",
} as const;

const buyersReferences = {
  purchaseOrderNumber: "PO 4500012345",
  costCentre: "CC-3120",
  buyerReference: "04011000-1234512345-06",
};

const { registration: _, ...unregistered } = sampleInvoice().seller;

const documents: Record<string, InvoiceContent> = {
  "a domestic invoice": sampleInvoice(),
  "a reverse-charge invoice": sampleInvoice({ vatCategory: "AE", buyer: foreignBuyers.greek }),
  "an invoice to a company outside the EU": sampleInvoice({
    vatCategory: "O",
    buyer: foreignBuyers.chinese,
  }),
  "an invoice with all of its buyer's references": sampleInvoice({
    buyer: { ...sampleInvoice().buyer, ...buyersReferences },
    notes: ["Buyer's remark: For the annual report\nand the board"],
  }),
  "a credit note with all of its buyer's references": sampleInvoice({
    ...creditNote,
    buyer: { ...sampleInvoice().buyer, ...buyersReferences },
  }),
  "a credit note": sampleInvoice(creditNote),
  "a credit note of a part": sampleInvoice({ ...creditNote, part: true }),
  "a corrected invoice that is paid in part": sampleInvoice({
    precedingInvoice: "2026-000122",
    paidCents: 100_00,
  }),
  "an invoice with number signs in the remark of its buyer": sampleInvoice({
    notes: ["Buyer's remark: Order #123# of #456"],
  }),
  "a corrected invoice with a remark of its buyer": sampleInvoice({
    precedingInvoice: "2026-000122",
    notes: ["Replaces invoice 2026-000122: Moved", "Buyer's remark: For the annual report"],
  }),
  "a reverse-charge credit note": sampleInvoice({
    ...creditNote,
    vatCategory: "AE",
    buyer: foreignBuyers.polish,
  }),
  "a credit note to a company outside the EU": sampleInvoice({
    ...creditNote,
    vatCategory: "O",
    buyer: foreignBuyers.chinese,
  }),
  "an invoice to an address without postal code and province": sampleInvoice({
    vatCategory: "O",
    buyer: { ...foreignBuyers.chinese, postalCode: "", province: "" },
  }),
  "an invoice to a company outside the EU of a seller in no register": sampleInvoice({
    vatCategory: "O",
    seller: unregistered,
    buyer: foreignBuyers.chinese,
  }),
  "an invoice to Kosovo": sampleInvoice({
    vatCategory: "O",
    buyer: { ...foreignBuyers.chinese, countryCode: "XK", countryName: "Kosovo" },
  }),
  "a reverse-charge invoice to a company whose VAT number has no country": sampleInvoice({
    vatCategory: "AE",
    buyer: { ...foreignBuyers.polish, vatNumber: "5260001246" },
  }),
  "a reverse-charge invoice to a company whose number has Kosovo's unofficial code": sampleInvoice({
    vatCategory: "AE",
    buyer: { ...foreignBuyers.polish, vatNumber: "XK810000000" },
  }),
  "an invoice of a seller whose number has no country": sampleInvoice({
    seller: { ...sampleInvoice().seller, vatNumber: "974760673MVA" },
  }),
  "an invoice of 40 lines": sampleInvoice({
    lines: Array.from({ length: 40 }, (_, index) =>
      sampleLine({
        name: `Project ${index} & <sons>`,
        quantity: index + 1,
        priceCents: 999 + index,
      }),
    ),
  }),
};

it("states what a credit note does to its invoice, and that an invoice is paid, as the page does", async () => {
  const termsOf = async (content: InvoiceContent) => [
    readCii(await invoiceCii(content)).terms,
    readUbl(await invoiceUbl(content)).terms,
  ];
  const both = (text: string) => [text, text];
  const { grossCents } = sampleInvoice();
  expect(await termsOf(sampleInvoice({ ...creditNote, part: true }))).toEqual(
    both(
      "This credit note cancels part of invoice 2026-000123; the rest of it stands. Any overpayment is refunded.",
    ),
  );
  expect(await termsOf(sampleInvoice(creditNote))).toEqual(
    both(
      "This credit note cancels invoice 2026-000123. No payment is due; payments made are refunded.",
    ),
  );
  expect(await termsOf(sampleInvoice({ ...creditNote, replaced: true }))).toEqual(
    both(
      "This credit note cancels invoice 2026-000123. No payment is due; payments made count towards the invoice that replaces it.",
    ),
  );
  expect(await termsOf(sampleInvoice({ paidCents: grossCents }))).toEqual(
    both("This invoice is paid. No payment is due."),
  );
});

describe.each(Object.entries(documents))("%s", (_, content) => {
  it("is valid by the XSD of Factur-X EN 16931 and the rules of its binding", async () => {
    expect(await facturXSchemaErrors(await invoiceCii(content))).toEqual([]);
  });

  it("complies with every business rule of EN 16931 in CII and in UBL", async () => {
    expect(broken(readCii(await invoiceCii(content)))).toEqual([]);
    const ubl = await invoiceUbl(content);
    expect(broken(readUbl(ubl))).toEqual([]);
    expect(brokenOf(ublRules, ubl)).toEqual([]);
  });

  it("does not claim to be part of another network's process (BT-23)", async () => {
    expect(readCii(await invoiceCii(content)).process).toBe("");
  });

  it("has our order as the seller's (BT-14), and as the buyer's (BT-10, BT-13, BT-19) only what the buyer entered", async () => {
    const { references, notes } = readCii(await invoiceCii(content));
    const { purchaseOrderNumber, costCentre, buyerReference } = content.buyer;
    expect(references).toEqual({
      buyer: buyerReference ?? "",
      purchaseOrder: purchaseOrderNumber ?? "",
      salesOrder: "10482",
      costCentre: costCentre ?? "",
    });
    expect(notes).toEqual(content.notes);
  });

  it("has the same content in both syntaxes", async () => {
    const cii = readCii(await invoiceCii(content));
    expect(readUbl(await invoiceUbl(content))).toEqual(cii);
  });
});

it("says in both syntaxes who sold what to whom and when, what was paid, and how to pay the rest", async () => {
  const { seller, buyer, lines, grossCents } = sampleInvoice();
  const content = sampleInvoice({
    suppliedOn: "2026-10-31",
    precedingInvoice: "2026-000122",
    paidCents: 500_00,
    seller: { ...seller, phone: "+49 30 123456" },
    buyer: { ...buyer, province: "Hansestadt" },
  });
  for (const [xml, reading] of [
    [String(await invoiceCii(content)), readCii(await invoiceCii(content))],
    [String(await invoiceUbl(content)), readUbl(await invoiceUbl(content))],
  ] as const) {
    expect(reading).toMatchObject({
      typeCode: "380",
      issuedOn: "2026-11-02",
      suppliedOn: "2026-10-31",
      dueOn: "2026-11-16",
      terms: "Payable by 2026-11-16 with reference RF2710482.",
      preceding: ["2026-000122"],
      seller: { legalId: "HRB 123456 B", vatId: "DE123456788", endpoint: seller.email },
      buyer: { legalId: "", vatId: "DE987654325", endpoint: buyer.invoiceEmail },
      payment: { code: "58", iban: "DE89370400440532013000", reference: "RF2710482" },
      lines: [{ id: "1" }, { id: "2" }],
    });
    expect(centsOf(reading.sums.prepaid)).toBe(500_00);
    expect(centsOf(reading.sums.due)).toBe(grossCents - 500_00);
    const said = ["+49 30 123456", "20457", "Hansestadt", lines[0]!.description, "COBADEFFXXX"];
    for (const text of said) expect(xml).toContain(`>${text}<`);
    // The names of the seller, its contact and the account's holder; two addresses of each for mail.
    expect(xml.split(`>${seller.name}<`)).toHaveLength(4);
    for (const mail of [seller.email, buyer.invoiceEmail])
      expect(xml.split(`>${mail}<`)).toHaveLength(3);
  }
  const note = sampleInvoice(creditNote);
  for (const reading of [readCii(await invoiceCii(note)), readUbl(await invoiceUbl(note))]) {
    expect(reading).toMatchObject({ typeCode: "381", preceding: ["2026-000123"], payment: null });
  }
});

it.each([
  ["NL", "CN", "5260001246"],
  ["DE", "NL", "5260001246"],
  ["NL", "NL", ""],
] as const)(
  "identifies to a seller in %s a buyer in %s without VAT identifier by its number, unless both are Dutch",
  async (from, to, legalId) => {
    const { seller, buyer } = sampleInvoice();
    const content = sampleInvoice({
      seller: { ...seller, countryCode: from },
      buyer: { ...buyer, countryCode: to, vatNumber: "5260001246" },
    });
    expect(readUbl(await invoiceUbl(content)).buyer).toMatchObject({ vatId: "", legalId });
  },
);

it("identifies the seller by the tax office's number outside the scope of VAT, by its VAT ID otherwise", async () => {
  const sellerOf = async (name: string) => readUbl(await invoiceUbl(documents[name]!)).seller;
  const outside = { vatId: "", taxId: "30/123/45678" };
  expect(await sellerOf("an invoice to Kosovo")).toMatchObject(outside);
  const within = { vatId: "DE123456788", taxId: "" };
  expect(await sellerOf("a domestic invoice")).toMatchObject(within);
});

it("detects an element that the XSD does not allow", async () => {
  const xml = (await invoiceCii(sampleInvoice()))
    .toString()
    .replaceAll("ram:LineOne", "ram:Street");
  expect(await facturXSchemaErrors(Buffer.from(xml))).not.toEqual([]);
});

it.each(Object.keys(bindingRules))("%s is reported when broken, unlike by the XSD", async (id) => {
  const added: Record<string, [after: RegExp, text: string]> = {
    "CII-DT-005": [/<ram:LineID/, ' schemeID="0088"'],
    "CII-DT-018": [
      /<ram:SellerOrderReferencedDocument>[^]*?<\/ram:IssuerAssignedID>/,
      "<ram:TypeCode>130</ram:TypeCode>",
    ],
    "CII-DT-031": [/<ram:DuePayableAmount/, ' currencyID="EUR"'],
    "CII-DT-037": [/<ram:TypeCode>VAT/, "X"],
    "CII-DT-052": [
      /<ram:TypeCode>VAT<\/ram:TypeCode>/,
      "<ram:ExemptionReason>none</ram:ExemptionReason>",
    ],
    "CII-DT-097": [/format="102">\d{4}/, "-"],
    "CII-SR-245": [
      /<ram:URIID schemeID="EM">.*?<\/ram:URIID>/,
      "<ram:CompleteNumber>1</ram:CompleteNumber>",
    ],
    "CII-SR-465": [/<\/ram:PersonName>/, "<ram:DepartmentName>Sales</ram:DepartmentName>"],
  };
  const [after, text] = added[id]!;
  const xml = (await invoiceCii(sampleInvoice())).toString().replace(after, `$&${text}`);
  expect(await facturXSchemaErrors(Buffer.from(xml))).toEqual([id]);
});

/** A document that breaks each rule, to prove that every rule can fail. */
const breaking: Record<string, (reading: Reading) => void> = {
  "BR-01": (r) => (r.specification = ""),
  "BR-02": (r) => (r.number = ""),
  "BR-03": (r) => (r.issuedOn = ""),
  "BR-04": (r) => (r.typeCode = ""),
  "BR-05": (r) => (r.currency = ""),
  "BR-06": (r) => (r.seller.name = ""),
  "BR-07": (r) => (r.buyer.name = ""),
  "BR-08": (r) => (r.seller.address = false),
  "BR-09": (r) => (r.seller.country = ""),
  "BR-10": (r) => (r.buyer.address = false),
  "BR-11": (r) => (r.buyer.country = ""),
  "BR-12": (r) => (r.sums.lines = ""),
  "BR-13": (r) => (r.sums.net = ""),
  "BR-14": (r) => (r.sums.gross = ""),
  "BR-15": (r) => (r.sums.due = ""),
  "BR-16": (r) => (r.lines = []),
  "BR-21": (r) => (r.lines[0]!.id = ""),
  "BR-22": (r) => (r.lines[0]!.quantity = ""),
  "BR-23": (r) => (r.lines[0]!.unit = ""),
  "BR-24": (r) => (r.lines[0]!.net = ""),
  "BR-25": (r) => (r.lines[0]!.name = ""),
  "BR-26": (r) => (r.lines[0]!.price = ""),
  "BR-27": (r) => (r.lines[0]!.price = "-1.00"),
  "BR-45": (r) => (r.breakdown[0]!.base = ""),
  "BR-46": (r) => (r.breakdown[0]!.tax = ""),
  "BR-47": (r) => (r.breakdown[0]!.category = ""),
  "BR-48": (r) => (r.breakdown[0]!.rate = ""),
  "BR-49": (r) => (r.payment!.code = ""),
  "BR-50": (r) => (r.payment!.iban = ""),
  "BR-55": (r) => (r.preceding = [""]),
  "BR-61": (r) => (r.payment!.iban = ""),
  "BR-62": (r) => (r.seller.endpointScheme = ""),
  "BR-63": (r) => (r.buyer.endpointScheme = ""),
  "BR-CL-01": (r) => (r.typeCode = "999"),
  "BR-CL-03": (r) => (r.vatCurrencies = ["EUR", "XXX"]),
  "BR-CL-04": (r) => (r.currency = "XXX"),
  "BR-CL-11": (r) => (r.seller.legalScheme = "HRB"),
  "BR-CL-14": (r) => (r.buyer.country = "EL"),
  "BR-CL-16": (r) => (r.payment!.code = "ZZ"),
  "BR-CL-17": (r) => (r.breakdown[0]!.category = "VAT"),
  "BR-CL-18": (r) => (r.lines[0]!.category = "VAT"),
  "BR-CL-22": (r) => (r.breakdown[0]!.reasonCode = "VATEX-EU-XX"),
  "BR-CL-23": (r) => (r.lines[0]!.unit = "tonne"),
  "BR-CL-25": (r) => (r.seller.endpointScheme = "9999"),
  "BR-CO-04": (r) => (r.lines[0]!.category = ""),
  "BR-CO-09": (r) => (r.buyer.vatId = "XK123456789"),
  "BR-CO-10": (r) => (r.sums.lines = "0.01"),
  "BR-CO-13": (r) => (r.sums.net = "0.01"),
  "BR-CO-14": (r) => (r.sums.vat = "0.01"),
  "BR-CO-15": (r) => (r.sums.gross = "0.01"),
  "BR-CO-16": (r) => (r.sums.due = "0.01"),
  "BR-CO-17": (r) => (r.breakdown[0]!.tax = "0.01"),
  "BR-CO-18": (r) => (r.breakdown = []),
  "BR-CO-25": (r) => (r.dueOn = r.terms = ""),
  "BR-CO-26": (r) => (r.seller.legalId = r.seller.vatId = ""),
  "BR-DEC-09": (r) => (r.sums.lines = "1.001"),
  "BR-DEC-12": (r) => (r.sums.net = "1.001"),
  "BR-DEC-13": (r) => (r.sums.vat = "1.001"),
  "BR-DEC-14": (r) => (r.sums.gross = "1.001"),
  "BR-DEC-16": (r) => (r.sums.prepaid = "1.001"),
  "BR-DEC-18": (r) => (r.sums.due = "1.001"),
  "BR-DEC-19": (r) => (r.breakdown[0]!.base = "1.001"),
  "BR-DEC-20": (r) => (r.breakdown[0]!.tax = "1.001"),
  "BR-DEC-23": (r) => (r.lines[0]!.net = "1.001"),
  "BR-S-01": (r) => (r.breakdown = []),
  "BR-S-02": (r) => (r.seller.vatId = r.seller.taxId = ""),
  "BR-S-05": (r) => (r.lines[0]!.rate = "0"),
  "BR-S-08": (r) => (r.breakdown[0]!.base = "0.01"),
  "BR-S-09": (r) => (r.breakdown[0]!.tax = "0.01"),
  "BR-S-10": (r) => (r.breakdown[0]!.reasonCode = "VATEX-EU-AE"),
  "BR-AE-01": (r) => (r.breakdown = []),
  "BR-AE-02": (r) => (r.buyer.vatId = r.buyer.legalId = ""),
  "BR-AE-05": (r) => (r.lines[0]!.rate = "19"),
  "BR-AE-08": (r) => (r.breakdown[0]!.base = "0.01"),
  "BR-AE-09": (r) => (r.breakdown[0]!.tax = "0.01"),
  "BR-AE-10": (r) => (r.breakdown[0]!.reason = r.breakdown[0]!.reasonCode = ""),
  "BR-O-01": (r) => (r.breakdown = []),
  "BR-O-02": (r) => (r.seller.vatId = "DE123456788"),
  "BR-O-05": (r) => (r.lines[0]!.rate = "0"),
  "BR-O-08": (r) => (r.breakdown[0]!.base = "0.01"),
  "BR-O-09": (r) => (r.breakdown[0]!.tax = "0.01"),
  "BR-O-10": (r) => (r.breakdown[0]!.reason = r.breakdown[0]!.reasonCode = ""),
  "BR-O-11": (r) => (r.breakdown[0]!.category = "S"),
  "BR-O-12": (r) => (r.lines[0]!.category = "S"),
};

it.each(Object.keys(rules))("%s is reported when broken", async (id) => {
  const category = /^BR-(AE|O)-/.exec(id)?.[1] ?? "S";
  const of = {
    S: "a domestic invoice",
    AE: "a reverse-charge invoice",
    O: "an invoice to a company outside the EU",
  }[category as "S" | "AE" | "O"];
  const reading = readCii(await invoiceCii(documents[of]!));
  breaking[id]!(reading);
  expect(broken(reading)).toContain(id);
});

const lines = fc.array(
  fc
    .record({
      quantity: fc.integer({ min: 1, max: 2_000_000 }),
      priceCents: fc.integer({ min: 1, max: 1_000_000 }),
    })
    .map((line) => sampleLine(line)),
  { minLength: 1, maxLength: 8 },
);

it("adds up to the cent in both syntaxes, for any items and VAT rate", async () => {
  await fc.assert(
    fc.asyncProperty(lines, fc.constantFrom(19, 20, 25.5, 8.1, 5.5), async (bought, vatPercent) => {
      const content = sampleInvoice({ lines: bought, vatPercent });
      expect(invoiceContent.safeParse(content).success).toBe(true);
      for (const reading of [
        readCii(await invoiceCii(content)),
        readUbl(await invoiceUbl(content)),
      ]) {
        expect(broken(reading)).toEqual([]);
        expect(centsOf(reading.sums.net)).toBe(content.netCents);
        expect(centsOf(reading.sums.vat)).toBe(content.vatCents);
        expect(centsOf(reading.sums.due)).toBe(content.grossCents);
      }
    }),
    { numRuns: 25 },
  );
});

it.each<[string, Partial<InvoiceContent>]>([
  ["a VAT amount a cent off", { vatCents: sampleInvoice().vatCents + 1 }],
  ["a gross amount that is not net and VAT", { grossCents: 1 }],
  ["a net amount that is not the lines", { netCents: 1 }],
  ["a rate on a reverse charge", { vatCategory: "AE" }],
  ["a credit note of nothing", { kind: "CREDIT_NOTE" }],
  ["an invoice without a due date", { dueOn: null }],
])("refuses %s", (_, wrong) => {
  expect(invoiceContent.safeParse({ ...sampleInvoice(), ...wrong }).success).toBe(false);
});
