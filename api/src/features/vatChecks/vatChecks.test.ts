import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { createServer } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { runBlocked } from "../../../test/runBlocked.ts";

/** The next answer of the fake VIES, and the last request it got. */
let says: { status: number; body: unknown };
let asked: { path: string; body: unknown };
/** What happens before it answers. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();

/** Implements the REST interface of VIES. */
const register = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    asked = { path: request.url!, body: JSON.parse(Buffer.concat(parts).toString()) };
    void meanwhile().then(() => {
      response.writeHead(says.status, { "content-type": "application/json" });
      response.end(JSON.stringify(says.body));
    });
  });
});

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  await new Promise<void>((done) => register.listen(0, "127.0.0.1", done));
  const { port } = register.address() as { port: number };
  t = await testApp({ outside: { viesUrl: `http://127.0.0.1:${port}/rest-api` } });
  admin = await t.aUser("Admin");
});
afterAll(async () => {
  await t.close();
  register.close();
});

const vatNumber = "ATU99999999";

async function aReverseChargeOrder(buyer: TestCaller): Promise<number> {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer, vintageId, 2, "AT");
  await sql`update orders set vat_number = 'atu 9999.9999' where id = ${id}`.execute(t.db);
  return id;
}
const approve = (id: number, body: object = {}) =>
  t.call(admin, "POST", `/management/orders/${id}/approve`, body);
const checks = async (companyId: number) => `/management/companies/${companyId}/vat-checks`;

test("A check without a number is for the one the company last ordered with, until it saves one", async () => {
  const buyer = await t.aUser();
  const earlier = await aReverseChargeOrder(buyer);
  await sql`update orders set vat_number = 'ATU11111111' where id = ${earlier}`.execute(t.db);
  const order = await aReverseChargeOrder(buyer);
  const { companyId } = (await t.call(admin, "GET", `/management/orders/${order}`)).body;
  const check = { result: "VALID", checkedAt: new Date().toISOString() };
  const path = await checks(companyId);

  expect((await t.call(admin, "POST", path, check)).body).toMatchObject({ vatNumber });
  expect((await approve(order)).status).toBe(200);

  await t.call(buyer, "POST", "/me/company/details", {
    ...invoiceDetails,
    vatNumber: "DE136695976",
  });
  expect((await t.call(admin, "POST", path, check)).body.vatNumber).toBe("DE136695976");
  const { companyId: newcomer } = await t.aUser();
  const nobody = await t.call(admin, "POST", await checks(newcomer), check);
  expect(nobody.body.fieldErrors[0].path).toBe("vatNumber");
});

test("A manual check applies to every order of the company for the configured number of days", async () => {
  const buyer = await t.aUser();
  const order = await aReverseChargeOrder(buyer);
  const { companyId } = (await t.call(admin, "GET", `/management/orders/${order}`)).body;
  expect((await approve(order)).body.fieldErrors[0].path).toBe("vatCheck");
  const path = await checks(companyId);
  const old = { vatNumber, result: "VALID", checkedAt: "2026-01-12" };
  expect((await t.call(admin, "POST", path, old)).body).toMatchObject({
    vatNumber,
    // Noon where the seller is.
    checkedAt: "2026-01-12T11:00:00.000Z",
    offeredUntil: "2026-04-12",
    source: "OPERATOR",
  });
  expect((await approve(order)).status).toBe(400);

  const checkedAt = new Date().toISOString();
  const kept = await t.call(admin, "POST", path, { vatNumber, result: "VALID", checkedAt });

  expect(kept).toMatchObject({ status: 201, body: { checkedAt } });
  const { body: seen } = await t.call(admin, "GET", `/management/orders/${order}`);
  expect(seen.knownVatCheck).toMatchObject({ result: "VALID" });
  const approved = await approve(order);
  expect(approved.body).toMatchObject({
    status: "AWAITING_PAYMENT",
    vatCheckResult: "VALID",
    vatCheckOn: seen.knownVatCheck.on,
  });
  const { body: list } = await t.call(admin, "GET", `${path}?size=1`);
  expect(list).toMatchObject({ totalElements: 2, asksVies: true, content: [{ result: "VALID" }] });
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from audit_entries
    where action = 'company.vat-check' and thing_id = ${String(companyId)}`.execute(t.db);
  expect(rows[0]!.n).toBe(2);
});

test("The check given with an approval is known at the next order, and a later one takes precedence", async () => {
  const buyer = await t.aUser();
  const [first, second, third] = [
    await aReverseChargeOrder(buyer),
    await aReverseChargeOrder(buyer),
    await aReverseChargeOrder(buyer),
  ];
  const on = dayIn(defaultTimeZone, new Date());
  expect((await approve(first, { vatCheck: { result: "VALID", on } })).status).toBe(200);
  expect((await approve(second)).body.vatCheckResult).toBe("VALID");
  const { companyId } = (await t.call(admin, "GET", `/management/orders/${third}`)).body;
  const path = await checks(companyId);
  // As if the first answer came in the last minute of the day.
  await sql`update vat_checks set checked_at = ((${on}::date + 1)::timestamp - interval '1 minute')
    at time zone ${defaultTimeZone} where company_id = ${companyId}`.execute(t.db);
  await t.call(admin, "POST", path, { vatNumber, result: "INVALID", checkedAt: on });
  expect((await approve(third)).status).toBe(400);
  // Of several answers on the same day, the last one entered counts, whatever its time.
  const { body } = await t.call(admin, "GET", path);
  expect(body.content.map(({ result }: { result: string }) => result)).toEqual([
    "INVALID",
    "VALID",
  ]);
  expect(Date.parse(body.content[0].checkedAt)).toBeLessThanOrEqual(Date.now() + 60_000);
});

test("A check given with an approval takes precedence over earlier ones", async () => {
  const buyer = await t.aUser();
  const orders = [await aReverseChargeOrder(buyer), await aReverseChargeOrder(buyer)];
  const on = dayIn(defaultTimeZone, new Date());
  await approve(orders[0]!, { vatCheck: { result: "VALID", on } });
  const evidence = "Extract from the commercial register";
  const body = { result: "INVALID", on, evidence };
  expect((await approve(orders[1]!, { vatCheck: body })).body).toMatchObject({
    vatCheckResult: "INVALID",
    vatCheckEvidence: evidence,
  });
});

test("The server queries VIES in the seller's name, and saves the answer with its consultation number", async () => {
  const buyer = await t.aUser();
  const order = await aReverseChargeOrder(buyer);
  const { companyId } = (await t.call(admin, "GET", `/management/orders/${order}`)).body;
  const path = `${await checks(companyId)}/vies`;
  says = {
    status: 200,
    body: {
      countryCode: "AT",
      vatNumber: "U99999999",
      requestDate: "2026-01-12T09:00:00Z",
      valid: true,
      requestIdentifier: "WAPIAAAAX1",
      name: "Brennvik GmbH",
      address: "---",
      userError: "VALID",
    },
  };
  // The time is the database's, however wrong the server's clock is.
  const isNow = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: isNow - 900 * 86_400_000 });
  const response = t.call(admin, "POST", path, { vatNumber });
  const found = await response.finally(() => vi.useRealTimers());
  expect(Math.abs(Date.parse(found.body.checkedAt) - isNow)).toBeLessThan(60_000);
  expect(asked).toEqual({
    path: "/rest-api/check-vat-number",
    body: {
      countryCode: "AT",
      vatNumber: "U99999999",
      requesterMemberStateCode: "DE",
      requesterNumber: "123456788",
    },
  });
  expect(found.body).toMatchObject({
    result: "VALID",
    source: "VIES",
    consultationNumber: "WAPIAAAAX1",
    registeredName: "Brennvik GmbH",
  });
  expect((await approve(order)).status).toBe(200);
});

/** An error as the interface of VIES reports it. */
const fault = (error: string) => ({ actionSucceed: false, errorWrappers: [{ error }] });

test.each([
  ["is away", 503, {}, 503, /^VIES is not available for AT/],
  [
    "cannot ask the member state",
    200,
    fault("MS_UNAVAILABLE"),
    503,
    /^VIES is not available for AT/,
  ],
  [
    "calls a number invalid that it could not ask for",
    200,
    { valid: false, userError: "MS_UNAVAILABLE" },
    503,
    /^VIES is not available for AT/,
  ],
  ["fails beside an answer", 500, { valid: true }, 503, /^VIES is not available for AT/],
  ["is asked too often", 500, fault("MS_MAX_CONCURRENT_REQ"), 503, /^VIES is not available for AT/],
  [
    "takes it for no number",
    400,
    fault("INVALID_INPUT"),
    400,
    /does not recognise this as a VAT number/,
  ],
  [
    "says that with 200",
    200,
    fault("INVALID_INPUT"),
    400,
    /does not recognise this as a VAT number/,
  ],
  [
    "does not know the seller",
    200,
    fault("INVALID_REQUESTER_INFO"),
    503,
    /seller's own VAT number/,
  ],
  [
    "says so beside an answer",
    200,
    { valid: false, userError: "INVALID_REQUESTER_INFO" },
    503,
    /own/,
  ],
])("Nothing is saved when the register %s", async (_, answered, body, status, sentence) => {
  const buyer = await t.aUser();
  const order = await aReverseChargeOrder(buyer);
  const { companyId } = (await t.call(admin, "GET", `/management/orders/${order}`)).body;
  says = { status: answered, body };
  const path = await checks(companyId);
  const refused = await t.call(admin, "POST", `${path}/vies`, { vatNumber });
  expect(refused.status).toBe(status);
  expect(refused.body.fieldErrors?.[0]?.message ?? refused.body.detail).toMatch(sentence);
  expect((await t.call(admin, "GET", path)).body.totalElements).toBe(0);
});

test("No check can be saved for a company that was merged into another: nobody would find it there", async () => {
  const [from, into] = [await t.aUser(), await t.aUser()];
  const saved = () => t.db.selectFrom("vat_checks").select(["id", "company_id"]).orderBy("id");
  const before = await saved().execute();
  const merge = { intoId: into.companyId, reason: "The same" };
  await t.call(admin, "POST", `/management/companies/${from.companyId}/merge`, merge);
  const checked = { vatNumber, result: "VALID", checkedAt: "2026-01-12" };
  const late = await t.call(admin, "POST", await checks(from.companyId), checked);
  expect(late.body.code).toBe("NOT_FOUND");
  expect(before.length).toBeGreaterThan(0);
  expect(await saved().execute()).toEqual(before);

  const { companyId } = await t.aUser();
  const path = await checks(companyId);
  const merging = sql`update companies set merged_into_id = ${into.companyId}, merge_reason = 'The same',
    closed_at = now() where id = ${companyId}`;
  const saves = [checked, { ...checked, result: "INVALID" }].map(
    (body) => () => t.call(admin, "POST", path, body),
  );
  for (const { body } of await runBlocked(t.db, merging, saves))
    expect(body.code).toBe("NOT_FOUND");

  const third = await t.aUser();
  says = { status: 200, body: { valid: true } };
  meanwhile = () => t.call(admin, "POST", `/management/companies/${third.companyId}/merge`, merge);
  const asks = await t.call(admin, "POST", `${await checks(third.companyId)}/vies`, { vatNumber });
  expect(asks.body.code).toBe("NOT_FOUND");
});
