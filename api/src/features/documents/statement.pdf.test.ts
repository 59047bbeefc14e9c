import { afterEach, expect, test, vi } from "vitest";
import { sampleInvoice } from "../../../test/builders/invoice.ts";
import { collisions, pageTexts } from "../../../test/pdf.ts";
import { Sheet } from "../../core/pdf/sheet.ts";
import { statementPdf } from "./statement.pdf.ts";
import { statementOf } from "./statement.rules.ts";

afterEach(() => vi.restoreAllMocks());

const { seller } = sampleInvoice();

test("Other requests are served between the pages of a long statement, whose rows end above the foot", async () => {
  const movements = Array.from({ length: 200 }, (_, at) => ({
    kind: "INVOICE" as const,
    day: "2026-01-05",
    orderId: at + 1,
    reference: `INV-2026-${at}`,
    purchaseOrderNumber: null,
    cents: 100,
  }));
  const statement = statementOf(movements, { from: "2026-01-01", to: "2026-01-31" });
  const facts = {
    seller,
    company: "Brennvik Logistics GmbH",
    vatNumber: null,
    countryCode: null,
    madeOn: "2026-02-01",
    openInvoices: [],
  };
  let turns = 0;
  let turnsUntilDrawn: number | undefined;
  const count = () => {
    turns++;
    if (turnsUntilDrawn === undefined) setImmediate(count);
  };
  const { finish } = Sheet.prototype;
  vi.spyOn(Sheet.prototype, "finish").mockImplementation(function (this: Sheet, ...given) {
    turnsUntilDrawn = turns;
    return finish.apply(this, given);
  });

  setImmediate(count);
  const pdf = await statementPdf(statement, facts);

  // Its rows fill six pages.
  expect(turnsUntilDrawn).toBeGreaterThanOrEqual(5);
  expect(await collisions(pdf)).toEqual([]);
});

test("A long reference at the end of a page moves to the next one with its row", async () => {
  const facts = {
    seller: { ...seller, name: "Nordseeküste Klimaschutz Handelsgesellschaft ".repeat(4).trim() },
    company: "Brennvik Logistics GmbH",
    vatNumber: null,
    countryCode: null,
    madeOn: "2026-02-01",
    openInvoices: [{ number: "INV-2026-1", orderId: 1, dueOn: "2026-01-19", openCents: 100 }],
  };
  for (const count of [18, 20, 22, 24]) {
    const movements = Array.from({ length: count }, (_, at) => ({
      kind: "PAYMENT" as const,
      day: "2026-01-05",
      orderId: 10_000 + at,
      reference: at < count - 3 ? "INV" : "W".repeat(140),
      purchaseOrderNumber: null,
      cents: -100,
    }));
    const statement = statementOf(movements, { from: "2026-01-01", to: "2026-01-31" });
    const pdf = await statementPdf(statement, facts);
    expect(await collisions(pdf)).toEqual([]);
    for (const page of await pageTexts(pdf))
      expect(page.replaceAll(/\s+/g, " ")).toMatch(/10969 Berlin · Germany .*DE123456788 .*HRB/);
  }
});

test.each([
  ["AT", "at u1234.5678", "VAT ID ATU12345678"],
  ["DE", "143/123/45678", "Tax number 143/123/45678"],
  ["CH", "CHE-123.456.789 MWST", "Tax number CHE-123.456.789 MWST"],
] as const)("A statement to %s labels the number %j as invoices do", async (...given) => {
  const [countryCode, vatNumber, named] = given;
  const facts = {
    seller,
    company: "Brennvik Logistics GmbH",
    vatNumber,
    countryCode,
    madeOn: "2026-02-01",
    openInvoices: [],
  };
  const statement = statementOf([], { from: "2026-01-01", to: "2026-01-31" });
  const [text] = await pageTexts(await statementPdf(statement, facts));
  expect(text).toContain(`Brennvik Logistics GmbH, ${named}`);
});

test("A statement has readable dates, in its tables, too", async () => {
  const facts = {
    seller,
    company: "Brennvik Logistics GmbH",
    vatNumber: null,
    countryCode: null,
    madeOn: "2026-10-01",
    openInvoices: [
      { number: "INV-2026-1", orderId: 1, dueOn: "2026-09-19", openCents: 100 },
      { number: "INV-2026-2", orderId: 2, dueOn: "2026-10-19", openCents: 100 },
    ],
  };
  const movement = {
    kind: "INVOICE" as const,
    day: "2026-09-05",
    orderId: 1,
    reference: "INV-2026-1",
    purchaseOrderNumber: null,
    cents: 100,
  };
  const statement = statementOf([movement], { from: "2026-09-01", to: "2026-09-30" });
  const pdf = await statementPdf(statement, facts);
  const [text] = await pageTexts(pdf);
  for (const day of ["1 Sept 2026", "5 Sept 2026", "30 Sept 2026", "19 Sept 2026, overdue"])
    expect(text).toContain(day);
  expect(text).not.toContain("2026-09");
  expect(text).not.toContain("2026-10");
  expect(await collisions(pdf)).toEqual([]);
});
