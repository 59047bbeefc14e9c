import { afterAll, beforeAll, expect, test } from "vitest";
import { corrections } from "@tonneline/contract/corrections";
import { retirementDecisions } from "@tonneline/contract/managedRetirements";
import { orderDecisions } from "@tonneline/contract/orders";
import { recordActions } from "@tonneline/contract/records";
import { sql } from "kysely";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { recordAudit } from "../../core/audit.ts";
import { orderJobs } from "../orders/orders.jobs.ts";

let t: TestApp;
let mira: TestUser;
let jonas: TestUser;
let buyer: TestUser;
let orderId: number;
beforeAll(async () => {
  t = await testApp();
  mira = await t.aUser("Admin");
  jonas = await t.aUser("Admin");
  buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  orderId = (await anOrder(t, buyer, vintageId, 5)).id;
});
afterAll(() => t.close());

const trailOf = async (path: string, who = mira) =>
  (await t.call(who, "GET", `/management/records/${path}`)).body;
const note = (body: object, who = mira, path = `orders/${orderId}`) =>
  t.call(who, "POST", `/management/records/${path}/notes`, body);
const drop = (noteId: number, who = mira) =>
  t.call(who, "DELETE", `/management/records/orders/${orderId}/notes/${noteId}`);
const usernameOf = async ({ userId }: TestUser) =>
  (
    await t.db
      .selectFrom("users")
      .select("username")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow()
  ).username;

/** Returns a user as the activity of a record names them. */
async function whoIs({ userId }: TestUser) {
  const { username, first_name, last_name } = await t.db
    .selectFrom("users")
    .select(["username", "first_name", "last_name"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return { actor: username, actorName: `${first_name} ${last_name}` };
}

test("The activity of a record starts with its creation, and names every actor", async () => {
  const placed = await trailOf(`orders/${orderId}`);
  expect(placed.activity.at(-1)).toMatchObject({
    action: "order.create",
    ...(await whoIs(buyer)),
  });
  const { activity } = await trailOf(`companies/${buyer.companyId}`);
  expect(activity.at(-1)).toMatchObject({
    action: "company.register",
    actor: null,
    actorName: null,
  });
  const own = await trailOf(`users/${buyer.userId}`);
  expect(own.activity.at(-1)).toMatchObject({ action: "user.register", ...(await whoIs(buyer)) });
});

// Decisions are recorded under their names; all other actions need a text to compile.
test.each([
  ["order", { ...orderDecisions, ...corrections }],
  ["retirement", retirementDecisions],
] as const)("Every decision on an %s is a known action", (subject, decisions) => {
  const known: readonly string[] = recordActions[subject];
  expect(Object.keys(decisions).filter((name) => !known.includes(name))).toEqual([]);
});

test("A note stays with its record, and those it mentions are notified", async () => {
  const written = await note({ text: "Asks for net 30.\nSee the mail.", mentions: [jonas.userId] });
  expect(written).toMatchObject({
    status: 201,
    body: { author: { userId: mira.userId }, mentioned: [{ userId: jonas.userId }] },
  });
  const { notes, activity, colleagues } = await trailOf(`orders/${orderId}`);
  expect(notes).toEqual([{ ...written.body, mine: true }]);
  expect((await trailOf(`orders/${orderId}`, jonas)).notes).toMatchObject([{ mine: false }]);
  // Those of a user with the same number are not the order's.
  await sql`insert into record_notes (record_type, record_id, author_id, text)
    values ('user', ${orderId}, ${mira.userId}, 'Speaks Dutch')`.execute(t.db);
  await recordAudit(
    t.db,
    { userId: mira.userId, username: "mira", ip: "127.0.0.1" },
    { action: "user.note", thing: { type: "user", id: orderId } },
  );
  expect(await trailOf(`orders/${orderId}`)).toMatchObject({ notes, activity });
  const { body: later } = await note({ text: "Called back" });
  expect((await trailOf(`orders/${orderId}`)).notes).toEqual([later, written.body]);
  await drop(later.id);
  expect(activity[0]).toMatchObject({ ...(await whoIs(mira)), action: "order.note" });
  expect(colleagues).toMatchObject([{ userId: jonas.userId }]);

  const { content } = (await t.call(jonas, "GET", "/me/notifications")).body;
  expect(content[0]).toMatchObject({
    code: "record.mentioned",
    facts: { recordType: "order", recordId: orderId, person: await usernameOf(mira) },
  });
  const mail = await t.mailTo(await usernameOf(jonas));
  expect(mail.subject).toBe(`${await usernameOf(mira)} mentions you on order ${orderId}`);
  expect(mail.text_body).toContain(`/management/orders?open=${orderId}`);
});

test("Nobody can be mentioned who may not read the record, and nothing is stored then", async () => {
  const before = (await trailOf(`orders/${orderId}`)).notes.length;
  const refused = await note({ text: "You see?", mentions: [jonas.userId, buyer.userId] });
  expect(refused).toMatchObject({ status: 400, body: { fieldErrors: [{ path: "mentions" }] } });
  const gone = await t.aUser("Admin");
  await t.db.updateTable("users").set({ blocked: true }).where("id", "=", gone.userId).execute();
  expect((await note({ text: "You see?", mentions: [gone.userId] })).status).toBe(400);
  expect((await trailOf(`orders/${orderId}`)).notes).toHaveLength(before);
  expect((await note({ text: "Nobody" }, mira, "orders/999999")).status).toBe(404);
});

test("A note can be deleted by its author while it is recent, and is struck out after a quarter of an hour", async () => {
  const { body: fresh } = await note({ text: "A slip" });
  expect((await drop(fresh.id, jonas)).status).toBe(403);
  expect((await drop(fresh.id)).status).toBe(204);
  const { body: old } = await note({ text: "An opinion" });
  const minutesAgo = (minutes: number) =>
    t.db
      .updateTable("record_notes")
      .set({ created_at: sql`now() - ${`${minutes} minutes`}::interval` })
      .where("id", "=", old.id)
      .execute();
  await minutesAgo(16);
  expect((await drop(old.id)).status).toBe(204);
  expect((await drop(old.id)).status).toBe(204);
  const strikes = await t.db
    .selectFrom("audit_entries")
    .select("id")
    .where("action", "=", "order.strike")
    .where("thing_id", "=", String(orderId))
    .execute();
  expect(strikes).toHaveLength(1);
  const { notes } = await trailOf(`orders/${orderId}`);
  expect(notes.find(({ id }: { id: number }) => id === fresh.id)).toBeUndefined();
  const struck = notes.find(({ id }: { id: number }) => id === old.id);
  expect(struck).toMatchObject({ text: "An opinion", struckAt: expect.any(String) });
  // The note belongs to this order only.
  for (const other of [`users/${orderId}`, `orders/${orderId + 1}`]) {
    const elsewhere = `/management/records/${other}/notes/${old.id}`;
    expect((await t.call(mira, "DELETE", elsewhere)).status, other).toBe(404);
  }
});

test("The mails of an order are shown with it, with its company and with their recipient", async () => {
  await t.runJobs(orderJobs(t.db));
  const subject = `Order ${orderId} is placed`;
  const { mails } = await trailOf(`orders/${orderId}`);
  expect(mails.map((mail: { subject: string }) => mail.subject)).toContain(subject);
  expect(mails[0]).toMatchObject({ status: "WAITING", sentAt: null });
  const ofCompany = await trailOf(`companies/${buyer.companyId}`);
  expect(ofCompany.mails).toMatchObject(mails);
  const ofPerson = await trailOf(`users/${buyer.userId}`);
  expect(ofPerson.mails.map((mail: { subject: string }) => mail.subject)).toContain(subject);
  const other = await trailOf(`companies/${jonas.companyId}`);
  expect(other.mails).toEqual([]);
  const desk = { name: "People desk", permissions: ["users:read"] };
  await t.call(mira, "POST", "/management/roles", desk);
  const withoutOrders = await trailOf(`companies/${buyer.companyId}`, await t.aUser("People desk"));
  expect(withoutOrders.mails).toEqual([]);
});

test("The mails of a retirement are shown with it and with its company", async () => {
  const owner = await t.aUser();
  const { vintageId } = await aProject(t.db);
  await aPaidOrder(t, mira, owner, vintageId, 5);
  const said = { beneficiaryName: "Brennvik", purpose: "OWN_EMISSIONS" };
  const { body } = await t.call(owner, "POST", "/me/retirements", {
    vintageId,
    quantity: 2,
    ...said,
  });
  const { mails } = await trailOf(`retirements/${body.id}`);
  expect(mails).toContainEqual(expect.objectContaining({ to: await usernameOf(owner) }));
  expect((await trailOf(`companies/${owner.companyId}`)).mails).toEqual(
    expect.arrayContaining(mails),
  );
});

test("Erasing an account deletes the notes on it, but none on a record with the same number", async () => {
  const person = await t.aUser();
  const { userId } = person;
  await sql`insert into record_notes (record_type, record_id, author_id, text)
    select type, ${userId}, ${mira.userId}, 'Speaks Dutch'
    from unnest(array['user', 'order']) as type`.execute(t.db);
  const username = await usernameOf(person);
  const erased = await t.call(mira, "POST", `/management/users/${userId}/erasure`, { username });
  expect(erased.status).toBe(204);
  const left = t.db
    .selectFrom("record_notes")
    .select("record_type")
    .where("record_id", "=", userId);
  expect(await left.execute()).toEqual([{ record_type: "order" }]);
});

test("Two people who look at the same record see each other, until one leaves", async () => {
  const visit = async (who: TestUser, path = `orders/${orderId}`) =>
    (await t.call(who, "POST", `/management/records/${path}/visits`)).body.others;
  expect(await visit(mira)).toEqual([]);
  expect(await visit(jonas)).toMatchObject([{ userId: mira.userId }]);
  expect(await visit(mira)).toMatchObject([{ userId: jonas.userId }]);
  expect(await visit(mira, `users/${buyer.userId}`)).toEqual([]);
  await t.db
    .updateTable("record_visits")
    .set({ seen_at: sql`now() - interval '16 seconds'` })
    .where("user_id", "=", jonas.userId)
    .execute();
  expect(await visit(mira)).toEqual([]);
  expect((await t.call(mira, "POST", "/management/records/orders/999999/visits")).status).toBe(404);
});

test("A visitor who returns to a record does not wait for others who do", async () => {
  const visit = (who: TestUser) =>
    t.call(who, "POST", `/management/records/orders/${orderId}/visits`);
  for (const who of [mira, jonas]) await visit(who);
  await sql`update record_visits set seen_at = now() - interval '2 minutes'`.execute(t.db);
  const status = await t.db.transaction().execute(async (tx) => {
    await sql`select from record_visits where user_id = ${jonas.userId} for update`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = '5s'`.execute(tx);
    return (await visit(mira)).status;
  });
  expect(status).toBe(200);
});
