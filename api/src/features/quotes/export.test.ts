import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";

let t: TestApp;
let operator: TestUser;
beforeAll(async () => {
  t = await testApp();
  operator = await t.aUser("Admin");
}, 120_000);
afterAll(() => t.close());

async function aQuote(credits: number, name = "Delta Blue Carbon") {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { name });
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits });
  const { body } = await t.call(buyer, "POST", "/me/quotes");
  return { buyer, quote: body };
}

async function exported(user: TestUser, query: string, list = "management/quotes") {
  const response = await t.app.inject({
    url: `/api/v1/${list}?${query}`,
    headers: { authorization: `Bearer ${user.authToken}`, accept: "text/csv" },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-disposition"]).toMatch(/quotes-\d{4}-\d\d-\d\d\.csv/);
  return parse<Record<string, string>>(response.rawPayload, { bom: true, columns: true });
}

test("The operators' export has all quotes as CSV, as printed, regardless of the page", async () => {
  const open = await aQuote(3);
  const ordered = await aQuote(5);
  const placed = await t.call(
    ordered.buyer,
    "POST",
    `/me/quotes/${ordered.quote.id}/order`,
    invoiceDetails,
  );
  const changed = await aQuote(2);
  const vintageId = changed.quote.items[0].product.id;
  await t.call(changed.buyer, "POST", "/me/cart/vintages", { vintageId, credits: 4 });
  const rows = await exported(operator, "sort=createdAt,asc&page=1&size=1");
  const { number, createdAt, validUntil, author } = open.quote;
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({
    Quote: number,
    For: author,
    "Made (UTC)": createdAt,
    Status: "OPEN",
    Items: "Delta Blue Carbon, 2022",
    Tonnes: "3",
    "Net (EUR)": "30",
    "VAT (EUR)": "5.7",
    "Total (EUR)": "35.7",
    "Valid until (UTC)": validUntil,
    Order: "",
    "Cart changed": "no",
  });
  const { id } = placed.body;
  expect(rows[1]).toMatchObject({ Status: "ORDERED", Order: String(id), "Cart changed": "no" });
  expect(rows[2]).toMatchObject({ Status: "OPEN", "Cart changed": "yes" });
});

test("The export has what tab, company and search find, without cells that a spreadsheet would evaluate", async () => {
  const { quote } = await aQuote(2, '=HYPERLINK("http://x")');
  const { body } = await t.call(operator, "GET", `/management/quotes/${quote.id}`);
  const numbers = async (query: string) =>
    (await exported(operator, query)).map((row) => row["Quote"]);
  expect(await numbers(`companyId=${body.companyId}`)).toEqual([quote.number]);
  expect(await numbers("q=hyperlink&status=OPEN")).toEqual([quote.number]);
  expect(await numbers("q=hyperlink&status=EXPIRED")).toEqual([]);
  expect(await numbers(`q=${body.username}`)).toEqual([quote.number]);
  const [row] = await exported(operator, "q=hyperlink");
  expect(row).toMatchObject({ Company: body.companyName, Person: body.username });
  expect(row!["Items"]).toMatch(/^'=HYPERLINK/);
});

test("A buyer's export has the company's own quotes, without the columns of operators", async () => {
  const { buyer, quote } = await aQuote(3);
  await aQuote(5);
  const rows = await exported(buyer, "size=1&status=OPEN", "me/quotes");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ Quote: quote.number, For: quote.author, Tonnes: "3" });
  expect(Object.keys(rows[0]!)).not.toEqual(expect.arrayContaining(["Company"]));
  expect(await exported(buyer, "status=ORDERED", "me/quotes")).toEqual([]);
});
