import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { inTransaction } from "../../core/db.ts";
import { issueInvoice } from "../invoices/invoices.service.ts";
import { differences } from "../ledger/ledger.sql.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  admin = await t.aUser("Admin");
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

const decide = (id: number, what: string, body: object, headers = {}) =>
  t.call(admin, "POST", `/management/orders/${id}/${what}`, body, headers);
const paidAt = () => new Date().toISOString();
const notices = async (buyer: TestCaller) =>
  (await t.call(buyer, "GET", "/me/notifications")).body.content.map(
    (each: { code: string }) => each.code,
  );

describe("an order", () => {
  test("goes from approval over payment into the portfolio", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const order = await anOrder(t, buyer, vintageId, 12);

    const approved = await decide(order.id, "approve", {});
    expect(approved.body).toMatchObject({ status: "AWAITING_PAYMENT" });
    expect(approved.body.invoiceNumber).toMatch(/^\d{4}-\d{6}$/);
    const paid = await decide(order.id, "pay", { paidAt: paidAt() });
    expect(paid.body.status).toBe("PAID");
    expect(paid.body.transitions.map((each: { to: string }) => each.to)).toEqual([
      "AWAITING_APPROVAL",
      "AWAITING_PAYMENT",
      "PAID",
    ]);

    const portfolio = await t.call(buyer, "GET", "/me/portfolio");
    expect(portfolio.body.holdings).toMatchObject([
      { vintageId, purchased: 12, inProgress: 0, retired: 0, available: 12 },
    ]);
    expect(portfolio.body.totals).toMatchObject({ purchased: 12, available: 12, spent: 120 });
    expect(portfolio.body.series.quarters.at(-1)).toMatchObject({ purchased: 12, available: 12 });
    expect(await notices(buyer)).toEqual(["order.paid", "order.approved", "order.created"]);
    const user = await t.db
      .selectFrom("users")
      .select(["total_purchased_volume", "last_purchase_at"])
      .where("id", "=", buyer.userId)
      .executeTakeFirstOrThrow();
    expect(user.total_purchased_volume).toBe(12);
    expect(user.last_purchase_at).not.toBeNull();
  });

  test("is decided by an operator other than its buyer", async () => {
    const buyer = await t.aUser("Admin");
    const { vintageId } = await aProject(t.db);
    const { id } = await anOrder(t, buyer, vintageId, 3);
    const own = (what: string, body: object) =>
      t.call(buyer, "POST", `/management/orders/${id}/${what}`, body);
    const refusal = {
      status: 403,
      body: {
        code: "FORBIDDEN",
        detail: expect.stringContaining("You placed this order yourself"),
      },
    };

    expect(await own("approve", {})).toMatchObject(refusal);
    expect(await own("reject", { reason: "I want it cheaper" })).toMatchObject(refusal);
    expect((await decide(id, "approve", {})).status).toBe(200);
    expect(await own("pay", { paidAt: paidAt() })).toMatchObject(refusal);
    const part = { amount: 1, day: new Date().toISOString().slice(0, 10), reference: "TX-1" };
    expect(await own("payments", part)).toMatchObject(refusal);
    expect((await own("approve", {})).status).toBe(403);
    const { body } = await t.call(admin, "GET", `/management/orders/${id}`);
    expect(body.status).toBe("AWAITING_PAYMENT");
    expect(body.transitions).toHaveLength(2);
  });

  test("lists who took each step, by name if known", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const { id } = await anOrder(t, buyer, vintageId, 3);
    await decide(id, "approve", {});
    const byOf = async (user: TestCaller) => {
      const { username, firstName, lastName } = (await t.call(user, "GET", "/me")).body;
      return { actor: username, actorName: `${firstName} ${lastName}` };
    };
    const stepsOf = async () =>
      (await t.call(admin, "GET", `/management/orders/${id}`)).body.transitions;
    const approved = await byOf(admin);
    expect(await stepsOf()).toMatchObject([await byOf(buyer), approved]);
    const nameless = { first_name: "", last_name: "" };
    await t.db.updateTable("users").set(nameless).where("id", "=", buyer.userId).execute();
    const { actor } = await byOf(buyer);
    expect(await stepsOf()).toMatchObject([{ actor, actorName: actor }, approved]);
  });

  test.each([
    ["AWAITING_APPROVAL", [], ["pay"]],
    ["AWAITING_PAYMENT", ["approve"], ["approve"]],
    ["PAID", ["approve", "pay"], ["approve", "pay", "reject"]],
    ["REJECTED", ["reject"], ["approve", "pay", "reject"]],
  ])("in %s refuses every other step", async (_status, steps, refused) => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const { id } = await anOrder(t, buyer, vintageId, 1);
    const body: Record<string, object> = {
      approve: {},
      pay: { paidAt: paidAt() },
      reject: { reason: "No stock" },
    };
    for (const step of steps) expect((await decide(id, step, body[step]!)).status).toBe(200);
    for (const step of refused) {
      expect(await decide(id, step, body[step]!)).toMatchObject({
        status: 409,
        body: { code: "INVALID_TRANSITION" },
      });
    }
  });

  test("that is rejected after its invoice gets a credit note, and its credits go back on sale", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 5 }] });
    const { id } = await anOrder(t, buyer, vintageId, 5);
    await decide(id, "approve", {});

    const rejected = await decide(id, "reject", { reason: "The buyer asked for it" });

    expect(rejected.body).toMatchObject({
      status: "REJECTED",
      rejectionReason: "The buyer asked for it",
    });
    expect(rejected.body.creditNoteNumber).toMatch(/^CN-\d{4}-\d{6}$/);
    expect(
      (await t.call(await t.aUser(), "POST", "/me/cart/vintages", { vintageId, credits: 5 }))
        .status,
    ).toBe(200);
    expect((await t.call(buyer, "GET", "/me/portfolio")).body.holdings).toEqual([]);
  });

  test("under reverse charge requires a check of the VAT number to be approved", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const { id } = await anOrder(t, buyer, vintageId, 1, "FR");

    const without = await decide(id, "approve", {});
    const withCheck = await decide(id, "approve", {
      vatCheck: { result: "VALID", on: "2024-11-20" },
    });

    expect(without).toMatchObject({ status: 400, body: { fieldErrors: [{ path: "vatCheck" }] } });
    expect(withCheck.body).toMatchObject({
      status: "AWAITING_PAYMENT",
      vatCheckResult: "VALID",
      vatNumberLooksRight: false,
    });
  });

  test("adds a check of its VAT number to the company's checks, once per day", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const approve = async (vatCheck: object, country = "FR") => {
      const { id } = await anOrder(t, buyer, vintageId, 1, country);
      return (await decide(id, "approve", { vatCheck })).body;
    };
    const evidence = "Attestation of 2 November 2024 by the tax office of Lyon";
    const { companyId } = await approve({ result: "NOT_CHECKED", on: "2024-11-19", evidence });
    const daysAgo = (days: number) =>
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    await approve({ result: "VALID", on: daysAgo(3) });
    await approve({ result: "VALID", on: daysAgo(3) });
    await approve({ result: "VALID", on: daysAgo(2) });
    // VAT checks do not count for domestic orders.
    await approve({ result: "VALID", on: daysAgo(1) }, "DE");

    const { body } = await t.call(admin, "GET", `/management/companies/${companyId}/vat-checks`);

    expect(body.content.map((check: { result: string }) => check.result)).toEqual([
      "VALID",
      "VALID",
    ]);
  });

  test("with an invalid VAT number records the other evidence of a taxable person, in the audit log, too", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const { id } = await anOrder(t, buyer, vintageId, 1, "FR");
    const evidence = "Attestation of 2 November 2024 by the tax office of Lyon";

    const { body } = await decide(id, "approve", {
      vatCheck: { result: "INVALID", on: "2024-11-20", evidence },
    });

    expect(body).toMatchObject({ vatCheckResult: "INVALID", vatCheckEvidence: evidence });
    const entry = await t.db
      .selectFrom("audit_entries")
      .select("after")
      .where("action", "=", "order.approve")
      .where("thing_id", "=", String(id))
      .executeTakeFirstOrThrow();
    expect(entry.after).toMatchObject({ vatCheckResult: "INVALID", vatCheckEvidence: evidence });
  });

  test("cannot be approved with a VAT check in the future", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const { id } = await anOrder(t, buyer, vintageId, 1, "FR");
    expect(
      await decide(id, "approve", { vatCheck: { result: "VALID", on: "2999-01-01" } }),
    ).toMatchObject({ status: 400, body: { fieldErrors: [{ path: "vatCheck.on" }] } });
  });

  test("is audited with actor, IP and result, once per decision", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const { id } = await anOrder(t, buyer, vintageId, 1);
    const key = { "idempotency-key": "audited-once" };
    const { body } = await decide(id, "approve", {}, key);
    await decide(id, "approve", {}, key);
    await decide(id, "pay", { paidAt: "2999-01-01T00:00:00Z" });
    await decide(id, "reject", { reason: "Never paid" });

    const entries = await t.db
      .selectFrom("audit_entries")
      .select(["action", "actor_id", "ip", "thing_name", "before", "after"])
      .where("thing_type", "=", "order")
      .where("thing_id", "=", String(id))
      .orderBy("id")
      .execute();
    expect(entries).toMatchObject([
      {
        action: "order.approve",
        actor_id: admin.userId,
        ip: "127.0.0.1",
        thing_name: "Brennvik Logistics GmbH",
        before: { status: "AWAITING_APPROVAL", invoiceNumber: null },
        after: { status: "AWAITING_PAYMENT", invoiceNumber: body.invoiceNumber },
      },
      {
        action: "order.reject",
        before: { status: "AWAITING_PAYMENT" },
        after: { status: "REJECTED", rejectionReason: "Never paid" },
      },
    ]);
    expect(entries).toHaveLength(2);
  });

  test("approved by two operators and twice with the same key is approved once", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const { id } = await anOrder(t, buyer, vintageId, 1);
    const key = { "idempotency-key": "approve-once" };

    const responses = await Promise.all([
      ...Array.from({ length: 5 }, () => decide(id, "approve", {}, key)),
      ...Array.from({ length: 5 }, () => decide(id, "approve", {})),
    ]);

    const invoices = await t.db
      .selectFrom("invoices")
      .select("number")
      .where("order_id", "=", id)
      .execute();
    expect(invoices).toHaveLength(1);
    for (const { status, body } of responses) {
      if (status !== 200) expect(body.code).toBe("INVALID_TRANSITION");
    }
  });

  test("can be marked as paid on a day before the order: payments on account come first", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const { id } = await anOrder(t, buyer, vintageId, 1);
    await decide(id, "approve", {});
    const ahead = new Date(Date.now() - 300 * 86_400_000).toISOString();
    expect((await decide(id, "pay", { paidAt: ahead })).body).toMatchObject({
      status: "PAID",
      paidAt: ahead,
      payments: [{ day: dayIn(defaultTimeZone, new Date(ahead)) }],
    });
  });

  test("cannot be paid in the future", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const { id } = await anOrder(t, buyer, vintageId, 1);
    await decide(id, "approve", {});
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(await decide(id, "pay", { paidAt: tomorrow })).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "paidAt" }] },
    });
  });
});

test("200 concurrent approvals, every third of which fails, leave no gap in the invoice numbers", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const orders = [];
  for (let index = 0; index < 40; index++) orders.push(await anOrder(t, buyer, vintageId, 1));
  // 200 attempts on 40 orders; some transactions fail after the number was drawn.
  await Promise.all(
    orders.flatMap(({ id }) => [
      decide(id, "approve", {}),
      decide(id, "approve", {}),
      decide(id, "approve", {}),
      ...Array.from({ length: 2 }, () =>
        inTransaction(t.db, async (tx) => {
          const issuedOn = new Date().toISOString().slice(0, 10);
          await issueInvoice(tx, {
            orderId: id,
            series: "INVOICE",
            issuedOn,
            dueOn: issuedOn,
            content: () => ({}),
          });
          throw new Error("a crash after the number was drawn");
        }).catch(() => {}),
      ),
    ]),
  );

  // Numbers restart each year, and the year may turn during this test.
  const { rows } = await sql<{ number: string; place: number }>`
    select number, row_number() over (partition by left(number, 4) order by number)::integer as place
      from invoices where series = 'INVOICE' order by number`.execute(t.db);
  const counts = rows.map(({ number }) => Number(number.slice(5)));
  expect(counts).toEqual(rows.map(({ place }) => place));
  const approved = await t.db
    .selectFrom("orders")
    .select("invoice_number")
    .where("id", "=", sql<number>`any(${orders.map((order) => order.id)}::integer[])`)
    .execute();
  expect(new Set(approved.map((order) => order.invoice_number)).size).toBe(40);
});

test("An order that cannot be invoiced is not approved, and draws no number", async () => {
  const numbers = () => t.db.selectFrom("number_series").selectAll().execute();
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer, vintageId, 2);
  // As if it had been placed while the seller was in a country without a rate.
  await sql`update orders set vat_category = 'S', country_code = 'MO', vat_percent = 0, vat_cents = 0,
    gross_cents = net_cents where id = ${id}`.execute(t.db);
  const before = await numbers();

  const { status, body } = await decide(id, "approve", {});

  expect(status).toBe(400);
  expect(body.detail).toContain("no VAT rate for the seller's country (DE)");
  expect(await numbers()).toEqual(before);
  const order = await t.call(admin, "GET", `/management/orders/${id}`);
  expect(order.body).toMatchObject({ status: "AWAITING_APPROVAL", invoiceNumber: null });
});

test("An order can be invoiced to a country with neither postal codes nor provinces", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const cart = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 2 });
  const { street } = invoiceDetails.invoiceAddress;
  const { version } = cart.body;
  const order = (
    await t.call(buyer, "POST", "/me/cart/checkout", {
      ...invoiceDetails,
      invoiceAddress: { street, city: "Hong Kong", countryCode: "HK" },
      version,
    })
  ).body;
  expect(order.address).toMatchObject({ postalCode: "", province: "", city: "Hong Kong" });
  const { status, body } = await decide(order.id, "approve", {});
  expect(status, JSON.stringify(body)).toBe(200);
});
