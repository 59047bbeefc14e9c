import { dayIn } from "@tonneline/contract/days";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { invoiceJobs } from "../invoices/invoices.jobs.ts";
import { orderJobs } from "./orders.jobs.ts";

let t: TestApp;
let admin: TestUser;
let vintageId: number;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  // Ten euros a tonne.
  vintageId = (await aProject(t.db, { vintages: [{ credits: 10_000 }] })).vintageIds[0]!;
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`delete from vat_rates where country_code = 'DE' and valid_from > '2020-12-31'`.execute(
    t.db,
  );
});

async function changeRate(percent: number, countryCode = "DE"): Promise<void> {
  const rate = { countryCode, percent, validFrom: dayIn("Europe/Berlin", new Date()) };
  const { status } = await t.call(admin, "POST", "/management/settings/vat-rates", rate);
  expect(status).toBe(201);
}
const approve = (id: number, body: object = {}) =>
  t.call(admin, "POST", `/management/orders/${id}/approve`, body);
const asBuyer = async (buyer: TestUser, id: number) =>
  (await t.call(buyer, "GET", `/me/orders/${id}`)).body;

const at19 = { vatPercentage: 19, vatAmount: 1.9, totalPriceGross: 11.9 };
const at20 = { vatPercentage: 20, vatAmount: 2, totalPriceGross: 12 };

test("An order that waits names today's VAT if the rate has changed since it was placed", async () => {
  const buyer = await t.aUser();
  const placed = await anOrder(t, buyer, vintageId, 1);
  expect(placed).toMatchObject({ ...at19, changedVat: null, placedVatPercentage: null });
  expect(await asBuyer(buyer, placed.id)).toMatchObject({ ...at19, changedVat: null });
  await changeRate(20);
  expect(await asBuyer(buyer, placed.id)).toMatchObject({ ...at19, changedVat: at20 });
  const { body } = await t.call(admin, "GET", `/management/orders?companyId=${buyer.companyId}`);
  expect(body.content).toMatchObject([{ ...at19, changedVat: at20 }]);
});

test("Its invoice has the rate of the day of its approval, and says so to its buyer", async () => {
  const buyer = await t.aUser();
  const { id } = await anOrder(t, buyer, vintageId, 1);
  await changeRate(20);
  const approved = { ...at20, placedVatPercentage: 19, changedVat: null };
  expect((await approve(id)).body).toMatchObject(approved);
  expect(await asBuyer(buyer, id)).toMatchObject({ ...approved, open: 12 });
  const { rows } = await sql<{ content: object }>`
    select content from invoices where order_id = ${id}`.execute(t.db);
  expect(rows).toMatchObject([
    { content: { netCents: 1000, vatPercent: 20, vatCents: 200, grossCents: 1200 } },
  ]);
  const [audited] = await t.db
    .selectFrom("audit_entries")
    .select(["before", "after"])
    .where("action", "=", "order.approve")
    .where("thing_id", "=", String(id))
    .execute();
  expect(audited).toMatchObject({
    before: { vatPercent: 19, grossCents: 1190 },
    after: { vatPercent: 20, grossCents: 1200 },
  });
  const notices = await t.call(buyer, "GET", "/me/notifications?read=false");
  expect(notices.body.content).toContainEqual(
    expect.objectContaining({
      code: "order.approved",
      facts: expect.objectContaining({ total: 12 }),
    }),
  );
  await t.runJobs(invoiceJobs(t.db, t.files));
  await t.runJobs(orderJobs(t.db));
  const mails = await t.db
    .selectFrom("mails")
    .select(["subject", "text_body as text"])
    .where("recipient", "=", invoiceDetails.invoiceEmail)
    .orderBy("id")
    .execute();
  const [confirmation, invoice, ...others] = mails.filter(({ subject }) =>
    subject.includes(String(id)),
  );
  expect(confirmation!.text).toContain("€11.90");
  expect(invoice!.text).toContain("€12.00");
  const note = "VAT is 20%, the rate on the day of supply; it was 19% when you ordered.";
  expect(invoice!.text).toContain(note);
  expect(others).toEqual([]);
});

test.each([
  ["reverse charge", "FR", { vatCheck: { result: "VALID", on: "2026-11-02" } }],
  ["no VAT", "US", {}],
])("An order with %s has none after a change of rates", async (_what, country, body) => {
  const buyer = await t.aUser();
  const { id } = await anOrder(t, buyer, vintageId, 1, country);
  await changeRate(20);
  await sql`insert into vat_rates (country_code, valid_from, percent) values ('US', '2020-01-01', 5)
    on conflict do nothing`.execute(t.db);
  expect(await asBuyer(buyer, id)).toMatchObject({ vatAmount: 0, changedVat: null });
  expect((await approve(id, body)).body).toMatchObject({
    vatAmount: 0,
    totalPriceGross: 10,
    placedVatPercentage: null,
  });
});

test("An invoiced order keeps its rate", async () => {
  const buyer = await t.aUser();
  const { id } = await anOrder(t, buyer, vintageId, 1);
  await approve(id);
  await changeRate(20);
  expect(await asBuyer(buyer, id)).toMatchObject({
    ...at19,
    changedVat: null,
    placedVatPercentage: null,
  });
});

test("A rate cannot be corrected in the moment in which an invoice gets it", async () => {
  const { id } = await anOrder(t, await t.aUser(), vintageId, 1);
  await changeRate(20);
  const validFrom = dayIn("Europe/Berlin", new Date());
  const correct = async () => {
    const approving = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await approving.execute(t.db)).rows).toHaveLength(1);
    const rate = { countryCode: "DE", percent: 21, validFrom };
    return t.call(admin, "POST", "/management/settings/vat-rates", rate);
  };
  const nextNumber = sql`select from number_series for update`;
  const [approved, corrected] = await runBlocked(t.db, nextNumber, [() => approve(id), correct]);
  expect(approved!.body).toMatchObject(at20);
  expect(corrected!.body.fieldErrors).toMatchObject([
    { message: expect.stringContaining("Invoices of today already have 20%") },
  ]);
});

test("A refused approval leaves the order as it was; the credit limit counts today's VAT", async () => {
  const buyer = await t.aUser();
  const path = `/management/companies/${buyer.companyId}`;
  const { version } = (await t.call(admin, "GET", path)).body;
  await t.call(admin, "PATCH", path, { creditLimit: 11.95, version });
  const { id } = await anOrder(t, buyer, vintageId, 1);
  expect(await asBuyer(buyer, id)).toMatchObject({ overLimit: null });
  await changeRate(20);
  // As the page asks for the reason that the approval then requires.
  const shown = await t.call(admin, "GET", `/management/orders/${id}`);
  expect(shown.body).toMatchObject({ overLimit: { limit: 11.95, owed: 12 } });
  expect((await approve(id)).body).toMatchObject({
    code: "VALIDATION_FAILED",
    detail: expect.stringContaining("owes €12.00 with this order"),
  });
  expect(await asBuyer(buyer, id)).toMatchObject({ ...at19, changedVat: at20 });
  expect((await approve(id, { limitReason: "Only VAT" })).body).toMatchObject(at20);
});
