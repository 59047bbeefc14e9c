import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aCompany } from "../../../test/builders/company.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { inTransaction } from "../../core/db.ts";
import { queueMails } from "../../core/mail.ts";
import { orderJobs } from "../orders/orders.jobs.ts";
import { lockOrder } from "../orders/life.sql.ts";
import { lockRetirement } from "../retirements/retirements.sql.ts";

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

const erase = async (person: TestUser) => {
  const { username } = (await t.call(person, "GET", "/me")).body;
  const path = `/management/users/${person.userId}/erasure`;
  expect((await t.call(admin, "POST", path, { username })).status).toBe(204);
  expect((await t.call(person, "GET", "/me")).status).toBe(401);
};

async function completes(id: number): Promise<void> {
  const serial = `19381-${id}-${id}-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-0`;
  const done = await t.call(admin, "POST", `/management/retirements/${id}/complete`, {
    serialNumberFrom: serial,
    serialNumberTo: serial,
    registryUrl: "https://registry.verra.org/app/projectDetail/VCS/3005",
    retiredAt: new Date().toISOString(),
  });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
}

test("An erased account leaves no beneficiary or message of retirements that did not take place", async () => {
  const person = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  await aPaidOrder(t, admin, person, vintageId, 1);
  const asks = async () => {
    const named = { beneficiaryName: "Friede Hollmann", message: "For her wedding" };
    const wanted = { vintageId, quantity: 1, purpose: "ON_BEHALF", ...named };
    return (await t.call(person, "POST", "/me/retirements", wanted)).body.id as number;
  };
  const declined = await asks();
  await t.call(admin, "POST", `/management/retirements/${declined}/decline`, { reason: "Twice" });
  const withdrawn = await asks();
  await t.call(person, "POST", `/me/retirements/${withdrawn}/withdraw`);
  const retired = await asks();
  await completes(retired);

  const { kept } = (await t.call(person, "GET", "/me/erasure")).body;
  expect(kept.retirements).toBe(1);
  await erase(person);
  const shown = async (id: number) => {
    const { body } = await t.call(admin, "GET", `/management/retirements/${id}`);
    return [body.status, body.beneficiaryName, body.message];
  };
  expect(await shown(declined)).toEqual(["DECLINED", "Erased", null]);
  expect(await shown(withdrawn)).toEqual(["WITHDRAWN", "Erased", null]);
  expect(await shown(retired)).toEqual(["RETIRED", "Friede Hollmann", "For her wedding"]);
  const found = await t.call(admin, "GET", "/management/retirements?q=hollmann");
  expect(found.body.content).toMatchObject([{ id: retired }]);
});

test("The same data is deleted if a retirement is declined after its buyer's account was erased", async () => {
  const companyId = await aCompany(t.db);
  const owner = await t.aUser("User", { companyId, companyRole: "OWNER" });
  const person = await t.aUser("User", { companyId, companyRole: "BUYER" });
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  await aPaidOrder(t, admin, person, vintageId, 4);
  const named = { beneficiaryName: "Tilda Wrede", message: "For her jubilee" };
  const wanted = { vintageId, quantity: 1, purpose: "ON_BEHALF", ...named };
  const asks = async (who: TestUser) =>
    (await t.call(who, "POST", "/me/retirements", wanted)).body.id as number;
  const [declined, withdrawn, hers] = [await asks(person), await asks(person), await asks(owner)];
  // The company keeps what is in progress, and what is held.
  await anOrder(t, person, vintageId, 1);
  await erase(person);
  const decline = (id: number) =>
    t.call(admin, "POST", `/management/retirements/${id}/decline`, { reason: "Twice" });
  expect((await decline(declined)).body).toMatchObject({
    beneficiaryName: "Erased",
    message: null,
  });
  await t.call(owner, "POST", `/me/retirements/${withdrawn}/withdraw`);
  const { body } = await t.call(admin, "GET", `/management/retirements/${withdrawn}`);
  expect(body).toMatchObject({ status: "WITHDRAWN", beneficiaryName: "Erased", message: null });
  expect((await decline(hers)).body).toMatchObject(named);
});

test.each(["retirement", "order"] as const)(
  "An erasure waits for a decision on the person's %s, and deletes the mails it sends",
  async (what) => {
    const companyId = await aCompany(t.db);
    await t.aUser("User", { companyId, companyRole: "OWNER" });
    const person = await t.aUser("User", { companyId, companyRole: "BUYER" });
    const { username } = (await t.call(person, "GET", "/me")).body;
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
    const order = await aPaidOrder(t, admin, person, vintageId, 1);
    const named = { beneficiaryName: "Ottilie Brandt" };
    const wanted = { vintageId, quantity: 1, purpose: "ON_BEHALF", ...named };
    const retirement = (await t.call(person, "POST", "/me/retirements", wanted)).body;
    let erasing: Promise<void> | undefined;
    await inTransaction(t.db, async (tx) => {
      await (what === "order" ? lockOrder(tx, order.id) : lockRetirement(tx, retirement.id));
      const content = { subject: what, text: "For Ottilie Brandt", html: "For Ottilie Brandt" };
      await queueMails(tx, [{ to: username, permission: `${what}s:read`, ...content }]);
      erasing = erase(person);
      const waiting = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting.execute(t.db)).rows.length).toBe(1);
      // The next lock of a decision, which records something about its buyer.
      await sql`select from users where id = ${person.userId} for key share nowait`.execute(tx);
    });
    await erasing!;
    const { rows } = await sql`select from mails where text_body like '%Ottilie%'`.execute(t.db);
    expect(rows).toEqual([]);
  },
);

test("A person who is erased at the same moment gets no mail about their order", async () => {
  const person = await t.aUser();
  const { username } = (await t.call(person, "GET", "/me")).body;
  const { vintageId } = await aProject(t.db);
  await anOrder(t, person, vintageId, 1);
  const erased = `erased-${person.userId}@erased.invalid`;
  await runBlocked(t.db, sql`update users set username = ${erased} where id = ${person.userId}`, [
    () => t.runJobs(orderJobs(t.db)),
  ]);
  const { rows } = await sql`select from mails where recipient = ${username}`.execute(t.db);
  expect(rows).toEqual([]);
});

test("An erasure keeps the mails to buyers who reply to the seller, even if both have one address", async () => {
  const person = await t.aUser("Admin");
  const { username } = (await t.call(person, "GET", "/me")).body;
  const { seller } = (await t.call(admin, "GET", "/management/settings")).body;
  const change = { seller: { ...seller, email: username } };
  expect((await t.call(admin, "PATCH", "/management/settings", change)).status).toBe(200);
  const mail = { permission: "orders:read", text: "", html: "", replyTo: username } as const;
  await queueMails(t.db, [{ ...mail, to: "payer@buyer.example", subject: "Order 7 is paid" }]);
  await erase(person);
  const { rows } =
    await sql`select subject from mails where recipient = 'payer@buyer.example'`.execute(t.db);
  expect(rows).toEqual([{ subject: "Order 7 is paid" }]);
});

test("A waiting erasure locks neither credits that buyers want nor accounts that others change", async () => {
  const person = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  await t.call(person, "POST", "/me/cart/vintages", { vintageId, credits: 2 });
  const merging = sql`select from companies where id = ${person.companyId} for no key update`;
  const stock = sql`select from vintage_stock where vintage_id = ${vintageId} for update nowait`;
  const other = await t.aUser();
  await runBlocked(t.db, merging, [() => erase(person)], stock);
  // The locks of blocking an account.
  const admins = sql`select from users where id = ${admin.userId} for no key update`;
  const account = sql`select from users where id = ${other.userId} for update nowait`;
  await runBlocked(t.db, admins, [() => erase(other)], account);
});

test("An erased account's open quote is withdrawn", async () => {
  const person = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  await t.call(person, "POST", "/me/cart/vintages", { vintageId, credits: 2 });
  const { body: quote } = await t.call(person, "POST", "/me/quotes");
  expect(quote.status).toBe("OPEN");
  await erase(person);
  const { body } = await t.call(admin, "GET", `/management/quotes/${quote.id}`);
  expect(body.status).toBe("WITHDRAWN");
});
