import { expect, test } from "vitest";
import { ecSalesOf } from "./books.rules.ts";
import { datevFile, missingDebtorReason, debtorOf, tooManyPostingsReason } from "./datev.rules.ts";

const numbers = {
  adviser: 29_098,
  client: 55_003,
  firstMonth: 7,
  revenueTaxed: 8400,
  revenueReverseCharge: 8336,
  revenueOutsideEu: 8338,
  firstDebtor: 10_000,
};
const invoice = {
  kind: "INVOICE",
  number: "2026-000123",
  corrects: null,
  issuedOn: "2026-02-09",
  suppliedOn: "2026-02-08",
  dueOn: "2026-02-23",
  orderId: 10_482,
  companyId: 42,
  companyName: 'Müller "Söhne"',
  countryCode: "DE",
  vatNumber: "DE123456789",
  vatCategory: "S",
  vatPercent: 19,
  netCents: 100_000,
  vatCents: 19_000,
  grossCents: 119_000,
} as const;
const made = "20260301080910123";
const fieldsOf = (file: string, line: number) => file.split("\r\n")[line]!.split(";");

test("The header has format, adviser, client, the current financial year and the month", () => {
  const head = fieldsOf(datevFile("2026-02", [], numbers, made), 0).join(";");
  expect(head).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20260301080910123;;"RE";"";"";29098;55003;20250701;4;20260201;20260228;"Invoices 2026-02";"";1;0;0;"EUR";;"";;;"";;;"";""',
  );
  const july = fieldsOf(datevFile("2026-07", [], numbers, made), 0);
  expect(july[12]).toBe("20260701");
});

test("An invoice is posted from the company's account to revenue, a credit note in reverse", () => {
  const creditNote = { ...invoice, kind: "CREDIT_NOTE", vatCategory: "O", dueOn: null } as const;
  const file = datevFile("2026-02", [invoice, creditNote], numbers, made);
  const fields = fieldsOf(file, 2);
  expect(fields.slice(0, 14)).toEqual([
    "1190,00",
    '"S"',
    '"EUR"',
    "",
    "",
    '""',
    "10042",
    "8400",
    '""',
    "0902",
    '"2026-000123"',
    '""',
    "",
    '"Müller ""Söhne"""',
  ]);
  expect([fields[94], fields[113], fields[116], fields[39]]).toEqual([
    '"10482"',
    "0",
    "23022026",
    '""',
  ]);
  expect(fields.some((field) => field.includes("DE123456789"))).toBe(false);
  const back = fieldsOf(file, 3);
  expect([back[1], back[7], back[116]]).toEqual(['"H"', "8338", ""]);
});

test("A reverse-charge posting has the VAT number as declared, and a text of at most sixty characters", () => {
  const abroad = {
    ...invoice,
    vatCategory: "AE",
    vatNumber: "at U12.345-678",
    companyName: "Ö".repeat(61),
  } as const;
  const fields = fieldsOf(datevFile("2026-02", [abroad], numbers, made), 2);
  expect(fields.filter((field) => field.includes("ATU"))).toEqual(['"ATU12345678"']);
  expect([fields[7], fields[13]]).toEqual(["8336", `"${"Ö".repeat(60)}"`]);
  // Windows-1252 has two question marks for each.
  const trees = { ...abroad, companyName: "🌱".repeat(31) };
  expect(fieldsOf(datevFile("2026-02", [trees], numbers, made), 2)[13]).toBe(
    `"${"🌱".repeat(30)}"`,
  );
});

test("A day of supply is only imported with the tax period, which is the document's own", () => {
  const fields = fieldsOf(datevFile("2026-02", [invoice], numbers, made), 2);
  expect([fields[114], fields[115]]).toEqual(["08022026", "09022026"]);
});

test("Empty texts are quoted, empty numbers and days are not", () => {
  const fields = fieldsOf(datevFile("2026-02", [invoice], numbers, made), 2);
  // The quoted fields of DATEV's sample file, by its numbers.
  const runs = [[6], [9], [12], [16], [20, 38], [40], [42], [48, 87], [91], [96], [98], [102, 103]];
  runs.push([105], [107], [109, 110], [112], [118], [120, 121], [123]);
  const texts = fields.flatMap((field, index) => (field === '""' ? [index + 1] : []));
  expect(texts).toEqual(
    runs.flatMap(([from, to = from]) =>
      Array.from({ length: to! - from! + 1 }, (_, step) => from! + step),
    ),
  );
});

test("A buyer who has only applied for a VAT number has none in DATEV", () => {
  const numberOf = (vatNumber: string) => {
    const sale = { ...invoice, vatCategory: "AE", countryCode: "AT", vatNumber } as const;
    return fieldsOf(datevFile("2026-02", [sale], numbers, made), 2)[39];
  };
  expect(numberOf("beantragt am 2.12.2026")).toBe('""');
  expect(numberOf("12345678")).toBe('""');
  expect(numberOf("AT12345678901234")).toBe('""');
  expect(numberOf("NL1234567890123")).toBe('"NL1234567890123"');
});

test("A number containing a special character is in both files as registered", () => {
  const irish = { ...invoice, vatCategory: "AE", vatNumber: "IE 1+34567 a" } as const;
  const fields = fieldsOf(datevFile("2026-02", [irish], numbers, made), 2);
  expect(fields[39]).toBe('"IE1+34567A"');
  expect(ecSalesOf([irish])).toMatchObject([{ vatNumber: "IE1+34567A" }]);
});

test("A company's account is a customer's; one beyond their range would be a supplier's, and is reported instead", () => {
  const [last, beyond] = [59_999, 60_000].map((companyId) => ({ ...invoice, companyId }));
  expect(debtorOf(numbers, 59_999)).toBe(69_999);
  expect(debtorOf(numbers, 60_000)).toBeNull();
  expect(missingDebtorReason([], numbers)).toBeUndefined();
  expect(missingDebtorReason([last!, invoice], numbers)).toBeUndefined();
  expect(missingDebtorReason([beyond!, invoice], numbers)).toBe(
    `DATEV's accounts of customers end at 69999, and Müller "Söhne" (company 60000) would get 70000. Book this month from the journal, which leaves the accounts of such companies empty.`,
  );
  expect(missingDebtorReason([invoice], { ...numbers, firstDebtor: 69_999 })).toBe(
    `DATEV's accounts of customers end at 69999, and Müller "Söhne" (company 42) would get 70041. Enter a first customer account of at most 69957 under Management, Settings.`,
  );
});

test("A month with more postings than DATEV reads from a file is reported, with another way to book it", () => {
  const many = (length: number) => Array.from({ length }, () => invoice);
  expect(tooManyPostingsReason(many(99_999), "2026-02")).toBeUndefined();
  expect(tooManyPostingsReason(many(100_000), "2026-02")).toBe(
    "DATEV reads at most 99,999 postings from a file, and 2026-02 has 100,000. Book this month from the journal, which has no such limit.",
  );
});
