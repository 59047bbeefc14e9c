import { countryNames } from "@tonneline/contract/countries";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foreignBuyers, sampleInvoice, sampleLine } from "../../../test/builders/invoice.ts";
import { readCii, readUbl } from "../../../test/en16931/reading.ts";
import { broken } from "../../../test/en16931/rules.ts";
import { facturXSchemaErrors } from "../../../test/en16931/schema.ts";
import {
  attachment,
  collisions,
  hasQpdf,
  pageTexts,
  readQr,
  spelled,
  structure,
  structureErrors,
  titlesIn,
} from "../../../test/pdf.ts";
import { formatDay } from "../../core/formats.ts";
import { formatEuros } from "../../core/money.ts";
import { makeInvoiceFiles } from "./invoice.files.ts";
import type { InvoiceContent } from "./invoices.content.ts";

const longName =
  "Improved forest management on community lands of the Sierra Norte with biodiversity and water co-benefits, grouped project, third instance area, including Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

const documents: Record<string, InvoiceContent> = {
  domestic: sampleInvoice(),
  "reverse-charge": sampleInvoice({ vatCategory: "AE", buyer: foreignBuyers.greek }),
  "outside the EU": sampleInvoice({ vatCategory: "O", buyer: foreignBuyers.chinese }),
  "credit note": sampleInvoice({
    kind: "CREDIT_NOTE",
    number: "CN-2026-000007",
    dueOn: null,
    precedingInvoice: "2026-000123",
  }),
  "partly paid": sampleInvoice({
    suppliedOn: "2026-10-31",
    precedingInvoice: "2026-000122",
    paidCents: 500_00,
  }),
  "the buyer's references": sampleInvoice({
    buyer: {
      ...sampleInvoice().buyer,
      purchaseOrderNumber: "PO 4500012345",
      costCentre: "CC-3120",
      buyerReference: "04011000-1234512345-06",
    },
  }),
  "long names": sampleInvoice({
    seller: {
      ...sampleInvoice().seller,
      name: "Nordseeküste Klimaschutz ".repeat(8).trim(),
      street: "Charlottenburger Chaussee ".repeat(7).trim(),
      city: "Frankfurt an der Oder ".repeat(9).trim(),
      registration: "Amtsgericht Charlottenburg, HRB 123456 B ".repeat(4).trim(),
    },
    bank: { ...sampleInvoice().bank, name: "Landesbank an der Küste ".repeat(8).trim() },
  }),
  "40 lines": sampleInvoice({
    lines: Array.from({ length: 40 }, (_, index) =>
      sampleLine({
        name: index % 5 === 2 ? longName : `Wind power ${index + 1}`,
        quantity: 1000 * index + 1,
        priceCents: 999 + index,
      }),
    ),
  }),
};

/** The files of each content, made once for all tests. */
const made = new Map<InvoiceContent, ReturnType<typeof makeInvoiceFiles>>();
function filesOf(content: InvoiceContent) {
  const files = made.get(content) ?? makeInvoiceFiles(content);
  made.set(content, files);
  return files;
}
/** Text without the whitespace that wrapping inserts. */
const flat = (text: string) => text.replaceAll(/\s/g, "");
async function flatText(content: InvoiceContent): Promise<string> {
  return flat((await pageTexts((await filesOf(content)).pdf)).join(""));
}

describe.each(Object.entries(documents))("%s", (_, content) => {
  it(`is a sound PDF (${hasQpdf ? "qpdf --check" : "read strictly by pdf.js: no qpdf here"})`, async () => {
    expect(await structureErrors((await filesOf(content)).pdf)).toBe("");
  });

  it("embeds a factur-x.xml with the same content, valid by XSD and rules, and declares PDF/A-3b and Factur-X", async () => {
    const { pdf, ubl } = await filesOf(content);
    const embedded = (await attachment(pdf, "factur-x.xml"))!;
    expect(await facturXSchemaErrors(embedded)).toEqual([]);
    expect(broken(readCii(embedded))).toEqual([]);
    expect(readCii(embedded)).toEqual(readUbl(ubl));
    const metadata = pdf.toString("latin1");
    expect(metadata).toMatch(/<pdfaid:part>\s*3\s*</);
    expect(metadata).toMatch(/<pdfaid:conformance>\s*B\s*</);
    expect(metadata).toMatch(/<fx:ConformanceLevel>\s*EN 16931\s*</);
  });

  it("has a colour profile with its number of colours, as PDF/A and PDF require", async () => {
    const profile = /<<([^<>]*)>>\s*stream\r?\n[^]{36}acsp/.exec(
      (await filesOf(content)).pdf.toString("latin1"),
    );
    expect(profile?.[1]).toMatch(/\/N 3\b/);
  });

  it("does not draw anything over anything else", async () => {
    expect(await collisions((await filesOf(content)).pdf)).toEqual([]);
  });

  it("can be read aloud: headings, table, and a description of the image", async () => {
    const roles = await structure((await filesOf(content)).pdf);
    expect(roles).toEqual(
      expect.arrayContaining(["Document", "H1", "H2", "Table", "TR", "TH", "TD"]),
    );
  });

  it("states all that Art. 226 of Directive 2006/112/EC requires", async () => {
    const text = await flatText(content);
    const { seller, buyer } = content;
    const province = buyer.province === buyer.city ? "" : buyer.province;
    const asked = [
      content.number,
      seller.name,
      seller.street,
      seller.city,
      countryNames[seller.countryCode],
      seller.vatNumber,
      buyer.companyName,
      buyer.street + buyer.postalCode + buyer.city + province + buyer.countryName,
      buyer.vatNumber,
      buyer.invoiceEmail,
      "Date of issue 2 November 2026",
      `Date of supply ${formatDay(content.suppliedOn)} Order ${content.orderId}`,
      formatEuros(content.netCents),
      formatEuros(content.vatCents),
      formatEuros(content.grossCents),
      ...content.lines.flatMap(({ name, description, priceCents, totalCents }) => [
        name,
        description,
        formatEuros(priceCents) + formatEuros(totalCents),
      ]),
    ];
    for (const each of asked) expect(text).toContain(flat(each));
  });
});

it("states the reason if there is no VAT, and the rate if there is", async () => {
  expect(await flatText(documents["reverse-charge"]!)).toContain("Reversecharge:thecustomer");
  expect(await flatText(documents["outside the EU"]!)).toContain("NotsubjecttoEUVAT:theplace");
  const written = async (name: string) =>
    (await pageTexts((await filesOf(documents[name]!)).pdf)).join(" ");
  expect(await written("domestic")).toContain("VAT 19%");
  expect(await written("reverse-charge")).toContain("VAT 0% (reverse charge)");
});

it("labels a number as a VAT ID only if its XML does", async () => {
  const buyer = { ...sampleInvoice().buyer, vatNumber: "45/678/90123" };
  expect(await flatText(sampleInvoice({ buyer }))).toContain("Taxnumber45/678/90123");
  expect(await flatText(documents.domestic!)).toContain("VATIDDE987654325");
  const typed = { ...buyer, vatNumber: "de 987.654-325" };
  expect(await flatText(sampleInvoice({ buyer: typed }))).toContain("VATIDDE987654325");
  expect(await flatText(documents["outside the EU"]!)).toContain("Taxnumber91310000MA1FL0000X");
});

it("labels the seller's number as a VAT ID only if its XML does, and names no number twice", async () => {
  const { seller } = sampleInvoice();
  const foot = async (own: Partial<typeof seller>) =>
    await flatText(sampleInvoice({ seller: { ...seller, ...own } }));
  const taxNumber = seller.taxNumber.replaceAll(" ", "");
  expect(await foot({})).toContain(`VATID${seller.vatNumber}·Taxnumber${taxNumber}`);
  // Kosovo has no official country code.
  for (const vatNumber of ["XK810000000", "974760673MVA"]) {
    const text = await foot({ vatNumber });
    expect(text).toContain(`Taxnumber${vatNumber}·Taxnumber${taxNumber}`);
    expect(text).not.toContain(`VATID${vatNumber}`);
  }
  const same = await foot({ vatNumber: seller.taxNumber });
  expect(same.split(`Taxnumber${taxNumber}`)).toHaveLength(2);
});

it("has its kind and number as title, in the metadata, too", async () => {
  const called = async (content: InvoiceContent) => titlesIn((await filesOf(content)).pdf);
  const [invoice, note] = ["Invoice 2026-000123", "Credit note CN-2026-000007"];
  expect(await called(documents.domestic!)).toEqual([invoice, invoice]);
  expect(await called(documents["credit note"]!)).toEqual([note, note]);
});

it("names the invoice that a credit note credits, and does not ask for payment", async () => {
  const text = await flatText(documents["credit note"]!);
  expect(text).toContain("Creditsinvoice2026-000123");
  expect(text).toContain("cancelsinvoice2026-000123");
  expect(text).not.toContain("IBAN");
});

it("states what was paid of a corrected invoice, and asks for the rest", async () => {
  const text = await flatText(documents["partly paid"]!);
  expect(text).toContain("Total€2,430.87Alreadypaid€500.00Amountdue€1,930.87");
  expect(text).toContain("Due16November2026");
  expect(text).toContain("Replaces2026-000122");
  const { grossCents } = sampleInvoice();
  const whole = sampleInvoice({ precedingInvoice: "2026-000122", paidCents: grossCents });
  const paid = await flatText(whole);
  expect(paid).toContain("Alreadypaid€2,430.87Amountdue€0.00");
  expect(paid).not.toContain("Due16November2026");
  expect(await flatText(documents.domestic!)).not.toContain("Alreadypaid");
});

it("states the seller's register, what is counted, the remarks, and how much to pay to which account", async () => {
  const remarked = { ...documents["partly paid"]!, notes: ["Buyer's remark: For the report"] };
  const text = await flatText(remarked);
  const asked = ["HRB 123456 B", "125 t", "1 pc", "Buyer's remark: For the report"];
  const account = ["Account holder Tonneline GmbH", "IBAN DE89370400440532013000"];
  const payment = ["BIC COBADEFFXXX", "Bank Sample Bank Reference RF2710482", "Amount €1,930.87"];
  for (const each of [...asked, ...account, ...payment]) expect(text).toContain(flat(each));
  expect(await flatText(documents["credit note"]!)).toContain("Totalcredited€2,430.87");
});

it("starts its lines on the next page if a long address leaves no room for one", async () => {
  const long = "W".repeat(200);
  const buyer = { ...sampleInvoice().buyer, companyName: long, street: long, city: long };
  const lines = [sampleLine({ name: "森林保护项目".repeat(50) })];
  const text = await flatText(sampleInvoice({ buyer: { ...buyer, province: `Ä${long}` }, lines }));
  expect(text).not.toContain("€0.00");
  expect(text).toContain("Page2of2");
});

it("carries the subtotal from page to page", async () => {
  const { lines } = documents["40 lines"]!;
  const pages = (await pageTexts((await filesOf(documents["40 lines"]!)).pdf)).map(flat);
  expect(pages.length).toBeGreaterThan(2);
  const sums = lines.map((_, index) =>
    formatEuros(lines.slice(0, index + 1).reduce((sum, line) => sum + line.totalCents, 0)),
  );
  pages.slice(0, -1).forEach((page, index) => {
    const carried = /Carriedforward(€[\d,.]+?\.\d\d)/.exec(page)?.[1];
    expect(sums).toContain(carried);
    expect(pages[index + 1]).toContain(`Broughtforward${carried}`);
  });
});

it("never leaves the sums alone on the last page: at least one line precedes them", async () => {
  for (let count = 1; count <= 12; count++) {
    const lines = Array.from({ length: count }, (_, index) =>
      sampleLine({ name: `Wind power ${index + 1}` }),
    );
    const pages = (await pageTexts((await filesOf(sampleInvoice({ lines }))).pdf)).map(flat);
    expect(pages.at(-1)).toMatch(new RegExp(`Windpower${count}\\D.*Total€`));
    const carried = pages.join("").match(/Carriedforward|Broughtforward/g) ?? [];
    expect(carried).toHaveLength(2 * (pages.length - 1));
  }
});

it("keeps the largest figures on one line", async () => {
  const content = sampleInvoice({
    lines: [
      sampleLine({ quantity: 2_147_483_647, priceCents: 99_999 }),
      sampleLine({ quantity: 1, priceCents: 99_999_999 }),
    ],
  });
  const text = (await pageTexts((await filesOf(content)).pdf)).join("");
  for (const figure of [
    "2,147,483,647 t",
    "€999,999.99",
    formatEuros(content.netCents),
    formatEuros(content.grossCents),
  ])
    expect(text).toContain(figure);
});

it.each<[string, Partial<InvoiceContent["buyer"]>]>([
  ["Greek", foreignBuyers.greek],
  ["Polish", foreignBuyers.polish],
  ["Chinese", foreignBuyers.chinese],
  ["traditional Chinese", { companyName: "臺灣國際電腦股份有限公司" }],
  ["Japanese", { companyName: "株式会社カーボンひらがな" }],
  ["Korean", { companyName: "한국탄소 주식회사" }],
  ["Ukrainian", { companyName: "ТОВ «Українська Їжа Ґанок»" }],
  ["Vietnamese", { companyName: "Công ty Cổ phần Rừng Việt" }],
  ["Georgian", { companyName: "შპს ქართული ენერგია" }],
  ["Armenian", { companyName: "Հայաստան ՓԲԸ" }],
  ["Hebrew", { companyName: "חברת החשמל" }],
  ["Arabic", { companyName: "محمد بن سلمان" }],
])("sets a %s company name", async (_, buyer) => {
  const content = sampleInvoice({ buyer: { ...foreignBuyers.greek, ...buyer } });
  const text = await flatText(content);
  expect(text).toContain(flat(content.buyer.companyName));
  expect(text).not.toContain("□");
});

it("marks a letter missing from all fonts instead of failing", async () => {
  const buyer = { ...foreignBuyers.greek, companyName: "አማርኛ Trading" };
  expect(await flatText(sampleInvoice({ buyer }))).toContain("□□□□Trading");
});

it("has a code from which banking apps fill in the transfer", async () => {
  const content = sampleInvoice({ paymentReference: "RF18539007547034" });
  const code = await readQr((await filesOf(content)).pdf);
  expect(code?.split("\n")).toEqual([
    "BCD",
    "002",
    "1",
    "SCT",
    "COBADEFFXXX",
    "Tonneline GmbH",
    "DE89370400440532013000",
    "EUR2430.87",
    "",
    "RF18539007547034",
  ]);
});

const lines = fc.array(
  fc
    .record({
      quantity: fc.integer({ min: 1, max: 2_000_000 }),
      priceCents: fc.integer({ min: 1, max: 100_000 }),
    })
    .map((line) => sampleLine(line)),
  { minLength: 1, maxLength: 5 },
);

it("shows the same amounts as the embedded XML, to the cent", async () => {
  await fc.assert(
    fc.asyncProperty(lines, fc.constantFrom(19, 20, 25.5), async (bought, vatPercent) => {
      const content = sampleInvoice({ lines: bought, vatPercent });
      const { pdf } = await filesOf(content);
      const { sums } = readCii((await attachment(pdf, "factur-x.xml"))!);
      const text = flat((await pageTexts(pdf)).join(""));
      for (const amount of [sums.net, sums.vat, sums.gross]) {
        const [whole, fraction] = amount.split(".");
        const grouped = whole!.replaceAll(/\B(?=(\d{3})+$)/g, ",");
        expect(text).toContain(`€${grouped}.${fraction}`);
      }
    }),
    { numRuns: 10 },
  );
});

it("has the correct text of names whose glyphs are drawn reordered or not at all", async () => {
  for (const companyName of ["भारत ऊर्जा", "น้ำมัน", "አማርኛ Trading"]) {
    const buyer = { ...foreignBuyers.greek, companyName };
    const { pdf } = await makeInvoiceFiles(sampleInvoice({ buyer }));
    expect(spelled(pdf)).toContain(companyName);
  }
});
