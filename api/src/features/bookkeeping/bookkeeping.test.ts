import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { parse } from "csv-parse/sync";
import { unzipSync } from "fflate";
import iconv from "iconv-lite";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { readUbl } from "../../../test/en16931/reading.ts";
import { sheetRows, shownDay } from "../../../test/spreadsheet.ts";
import { issuedFiles } from "../invoices/archive.service.ts";
import { invoiceJobs } from "../invoices/invoices.jobs.ts";
import { documentsOfMonth } from "./bookkeeping.sql.ts";

let t: TestApp;
let admin: TestCaller;
/** The seller's day: in the hour before midnight in London it is already another day, month or year. */
const today = dayIn(defaultTimeZone, new Date());
const month = today.slice(0, 7);
const [year] = month.split("-") as [string];
const seconds = { dateStyle: "short", timeStyle: "medium", timeZone: defaultTimeZone } as const;
/** The time there in DATEV's format: 20261231233059. */
const inBerlin = () => new Intl.DateTimeFormat("sv-SE", seconds).format().replaceAll(/\D/g, "");

beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  const decide = (id: number, step: string, body: object) =>
    t.call(admin, "POST", `/management/orders/${id}/${step}`, body);
  const [german, austrian, swiss] = [await t.aUser(), await t.aUser(), await t.aUser()];
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 500, priceCents: 1435 }] });
  // Paid, partly credited, reissued, rejected: everything that can happen to an invoice.
  const paid = await aPaidOrder(t, admin, german, vintageId, 31);
  const lines = [{ itemId: paid.items[0].id, quantity: 7 }];
  await decide(paid.id, "credit-notes", { lines, reason: "Fewer were issued" });
  const on = today;
  const reverse = await anOrder(t, austrian, vintageId, 10, "AT");
  await sql`update orders set vat_number = 'atu 1234.5678', company_name = 'Łódź "Käse" AG'
    where id = ${reverse.id}`.execute(t.db);
  await decide(reverse.id, "approve", { vatCheck: { result: "VALID", on } });
  const outside = await anOrder(t, swiss, vintageId, 3, "CH");
  await sql`update orders set vat_number = '143/123/45678' where id = ${outside.id}`.execute(t.db);
  await decide(outside.id, "approve", {});
  const rejected = await anOrder(t, german, vintageId, 4);
  await decide(rejected.id, "approve", {});
  await decide(rejected.id, "reject", { reason: "Not paid" });
});
afterAll(() => t.close());

const load = (path: string) =>
  t.app.inject({
    url: `/api/v1/management/bookkeeping${path}`,
    headers: { authorization: `Bearer ${admin.authToken}` },
  });

test("All exports of a month agree with its orders to the cent", async () => {
  const { rows } = await sql<{ category: string; cents: number }>`
    select vat_category as category, sum(case status when 'REJECTED' then 0 else gross_cents - credited_cents end)::bigint as cents
    from orders where invoice_number is not null group by 1 order by 1`.execute(t.db);
  const owed = Object.fromEntries(rows.map(({ category, cents }) => [category, cents / 100]));
  const all = rows.reduce((total, { cents }) => total + cents, 0);

  const { body } = await t.call(admin, "GET", `/management/bookkeeping?month=${month}`);
  expect(body).toMatchObject({
    invoices: { count: 4 },
    creditNotes: { count: 2 },
    ecSales: 1,
    inTheMaking: 6,
  });
  const byCategory = body.categories.map((each: { vatCategory: string; gross: number }) => [
    each.vatCategory,
    each.gross,
  ]);
  expect(Object.fromEntries(byCategory)).toEqual(owed);

  const journal = parse((await load(`/journal?month=${month}`)).rawPayload, {
    bom: true,
    columns: true,
  }) as Record<string, string>[];
  const cents = (text: string) => Math.round(Number(text.replace(",", ".")) * 100);
  const sum = (values: number[]) => values.reduce((total, each) => total + each, 0);
  expect(sum(journal.map((row) => cents(row["Gross (EUR)"]!)))).toBe(all);
  // Normalized, as in the other files.
  expect(journal.find((row) => row["Country"] === "AT")!["VAT number"]).toBe("ATU12345678");
  // The number of a tax office keeps its slashes.
  expect(journal.find((row) => row["Country"] === "CH")!["VAT number"]).toBe("143/123/45678");

  const begun = inBerlin();
  const datev = iconv.decode((await load(`/datev?month=${month}`)).rawPayload, "win1252");
  const [head, , ...postings] = parse(datev, {
    delimiter: ";",
    relax_column_count: true,
  }) as string[][];
  expect(head!.slice(0, 5)).toEqual(["EXTF", "700", "21", "Buchungsstapel", "13"]);
  expect(head).toHaveLength(31);
  expect(head![5]).toMatch(/^\d{17}$/);
  expect([begun, head![5]!.slice(0, 14), inBerlin()].toSorted()[1]).toBe(head![5]!.slice(0, 14));
  expect(head![14]).toBe(`${year}${month.slice(5)}01`);
  expect(postings.every((posting) => posting.length === 125)).toBe(true);
  const signed = postings.map(([amount, side]) => (side === "S" ? 1 : -1) * cents(amount!));
  expect(sum(signed)).toBe(all);
  const reverse = postings.find(([, , , , , , , revenue]) => revenue === "8336")!;
  expect(reverse[39]).toBe("ATU12345678");
  expect(reverse[13]).toBe('?ód? "Käse" AG');
  expect(datev.endsWith("\r\n")).toBe(true);
});

test("The EC sales list has the reverse-charge supplies by VAT number", async () => {
  const list = await load(`/ec-sales?month=${month}`);
  const [row, ...others] = parse(list.rawPayload, { bom: true, columns: true }) as object[];
  expect(others).toEqual([]);
  expect(row).toEqual({
    Country: "AT",
    "VAT number": "ATU12345678",
    Company: 'Łódź "Käse" AG',
    "Net (EUR)": "143.5",
    Kind: "S",
  });
  const book = await load(`/ec-sales?month=${month}&format=xlsx`);
  const [sale] = sheetRows(book.rawPayload);
  expect(sale!["Net (EUR)"]).toEqual({ value: 143.5, format: "#,##0.00" });
});

test("The journal as a workbook has typed days and amounts", async () => {
  const rows = sheetRows((await load(`/journal?month=${month}&format=xlsx`)).rawPayload);
  expect(rows).toHaveLength(6);
  for (const row of rows) {
    expect(row["Issued"]!.format).toBe("yyyy-mm-dd");
    expect(shownDay(row["Issued"]!.value)).toBe(`${today}T00:00:00.000Z`);
    for (const head of ["Net (EUR)", "VAT (EUR)", "Gross (EUR)"])
      expect(row[head]!.format).toBe("#,##0.00");
  }
  const due = rows.flatMap((row) => row["Due"] ?? []);
  expect(due).toHaveLength(4);
  for (const { format } of due) expect(format).toBe("yyyy-mm-dd");
});

test("The zip of a month has every document in both formats, once all of them are made", async () => {
  const early = await load(`/invoices?month=${month}`);
  expect(early.statusCode).toBe(503);
  expect(early.json().detail).toContain("6 of this month's documents");

  await t.runJobs(invoiceJobs(t.db, t.files));
  const zip = await load(`/invoices?month=${month}`);

  expect(zip.headers["content-type"]).toBe("application/zip");
  const files = unzipSync(zip.rawPayload);
  const names = Object.keys(files);
  expect(names).toHaveLength(12);
  // Invoices come before credit notes, each by number.
  const places = names.map((name) => name.replace(/^(Invoice|Credit note) /, ""));
  expect(places).toEqual(places.toSorted());
  const onDay = await issuedFiles(t.db, { from: today, to: today });
  expect(onDay).toHaveLength(6);
  expect(names.filter((name) => name.startsWith("Credit note CN-"))).toHaveLength(4);
  const ubl = files[`Invoice ${year}-000001.xml`]!;
  expect(readUbl(Buffer.from(ubl)).number).toBe(`${year}-000001`);
});

test("The books of a month include its first and its last day, in the order of days and numbers", async () => {
  const { id } = await anOrder(t, await t.aUser(), (await aProject(t.db)).vintageId, 1);
  const days = ["2030-03-01", "2030-02-28", "2030-02-01", "2030-01-31"];
  for (const [nth, day] of days.entries())
    await sql`insert into invoices (order_id, series, number, issued_on, due_on, content)
      values (${id}, 'INVOICE', ${`2030-00000${nth}`}, ${day}, ${day}, '{}')`.execute(t.db);
  const booked = await documentsOfMonth(t.db, "2030-02");
  expect(booked.map(({ issuedOn }) => issuedOn)).toEqual(["2030-02-01", "2030-02-28"]);
});

test("A month without invoices has empty books, and an invalid month is refused", async () => {
  const { body } = await t.call(admin, "GET", "/management/bookkeeping?month=2020-01");
  expect(body).toMatchObject({ invoices: { count: 0, gross: 0 }, categories: [] });
  expect((await load("/datev?month=2020-13")).statusCode).toBe(400);
  expect((await load("/invoices?month=2020-01")).statusCode).toBe(200);
});

test("If a company's account would be in the range of suppliers, DATEV gets no file and the journal leaves it empty", async () => {
  const begin = async (firstDebtor: number) => {
    const { bookkeeping } = (await t.call(admin, "GET", "/management/settings")).body;
    const body = { bookkeeping: { ...bookkeeping, firstDebtor } };
    expect((await t.call(admin, "PATCH", "/management/settings", body)).status).toBe(200);
  };
  await begin(69_999);

  const refused = await load(`/datev?month=${month}`);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().detail).toMatch(
    /^DATEV's accounts .* at most \d{5} under Management, Settings\.$/,
  );
  const journal = await load(`/journal?month=${month}`);
  const rows = parse(journal.rawPayload, { bom: true, columns: true }) as Record<string, string>[];
  expect(new Set(rows.map((row) => row["Customer account"]))).toEqual(new Set([""]));
  expect((await load("/datev?month=2020-01")).statusCode).toBe(200);

  await begin(10_000);
  expect((await load(`/datev?month=${month}`)).statusCode).toBe(200);
});

test("The audit log records who exported which books of a month", async () => {
  const files = ["datev", "journal", "ec-sales", "invoices"];
  for (const name of files) expect((await load(`/${name}?month=${month}`)).statusCode).toBe(200);
  const companyId = (await t.call(admin, "GET", "/me/company")).body.id;
  await t.app.inject({
    url: `/api/v1/management/companies/${companyId}/account/statement`,
    headers: { authorization: `Bearer ${admin.authToken}` },
  });
  const { body } = await t.call(admin, "GET", "/management/audit?action=list.export");
  const noted = body.content.slice(0, 5).toReversed();
  expect(noted.map(({ thingId }: { thingId: string }) => thingId)).toEqual([
    ...files.map((name) => `/management/bookkeeping/${name}`),
    `/management/companies/${companyId}/account/statement`,
  ]);
  expect(noted[1]).toMatchObject({
    actorId: admin.userId,
    after: { filter: { month, format: "csv" } },
  });
});
