import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { pruneOldRegistrations } from "./erasure.service.ts";

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

const post = (path: string, body: unknown) => t.call(undefined, "POST", path, body);
const typed = { password: "harbour lights at dusk", firstName: "Ilse", lastName: "Varendonk" };
const days = 30;

let people = 0;
/** Registers somebody 31 days ago, whose link has expired. */
async function registered(): Promise<{ id: number; username: string; token: string }> {
  const username = `ilse-${++people}@brennvik.example`;
  const { body } = await post("/auth/register", { ...typed, username, companyName: "Brennvik" });
  const { text_body } = await t.mailTo(username);
  await set(sql`update users set registered_at = now() - interval '31 days' where id = ${body.id}`);
  await expire(body.id, "-30 days");
  return { id: body.id, username, token: /token=([\w-]+)/.exec(text_body)![1]! };
}

const set = (change: RawBuilder<unknown>) => change.execute(t.db);
const expire = (id: number, from: string) =>
  set(sql`update account_tokens set expires_at = now() + ${from}::interval where user_id = ${id}`);
async function isLeft({ id }: { id: number }): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${id}`.execute(t.db);
  return rows.length > 0;
}
const companies = async () =>
  Number((await sql<{ n: number }>`select count(*) as n from companies`.execute(t.db)).rows[0]!.n);

describe("a registration whose address was never verified", () => {
  test("goes after its days with its company, as if it had never been", async () => {
    const before = await companies();
    const left = await registered();
    // A note on an order with the same number is none on the account.
    await set(sql`insert into record_notes (record_type, record_id, author_id, text)
      values ('order', ${left.id}, ${admin.userId}, 'Call them')`);
    await pruneOldRegistrations(t.db, days);
    expect(await isLeft(left)).toBe(false);
    expect(await companies()).toBe(before);
    const { status } = await post("/auth/register", { ...typed, username: left.username });
    expect(status).toBe(201);
  });

  test.each([
    ["thirty days less a minute old", 1, false],
    ["thirty days and a minute old", -1, true],
  ])("%s", async (_, minutes, goes) => {
    const person = await registered();
    await set(sql`update users set registered_at = now() - interval '30 days' + make_interval(mins => ${minutes})
      where id = ${person.id}`);
    await pruneOldRegistrations(t.db, days);
    expect(await isLeft(person)).toBe(!goes);
  });

  test("stays while a link to it works, and after it was used", async () => {
    const person = await registered();
    await expire(person.id, "1 hour");
    await pruneOldRegistrations(t.db, days);
    expect((await post("/auth/verify", { token: person.token })).status).toBe(200);
    await expire(person.id, "-1 hour");
    await pruneOldRegistrations(t.db, days);
    expect(await isLeft(person)).toBe(true);
  });

  const touches: [string, (person: { id: number; companyId: number }) => Promise<unknown>][] = [
    [
      "an operator blocked it",
      ({ id }) => t.call(admin, "POST", `/management/users/${id}/block`, { reason: "Spam" }),
    ],
    [
      "an operator noted something on it",
      ({ id }) =>
        t.call(admin, "POST", `/management/records/users/${id}/notes`, { text: "Call them" }),
    ],
    [
      "an operator noted something on its company",
      ({ companyId }) =>
        t.call(admin, "POST", `/management/records/companies/${companyId}/notes`, { text: "!" }),
    ],
    [
      "an operator blocked its company",
      ({ companyId }) => set(sql`update companies set version = 2 where id = ${companyId}`),
    ],
    [
      "an operator checked the VAT number of its company",
      ({ companyId }) =>
        set(sql`insert into vat_checks (company_id, vat_number, result, checked_at, source, actor_id)
          values (${companyId}, 'DE123456789', 'VALID', now(), 'OPERATOR', ${admin.userId})`),
    ],
    [
      "somebody else belongs to its company",
      ({ companyId }) => t.aUser("User", { companyId, companyRole: "BUYER" }),
    ],
  ];
  test.each(touches)("stays if %s, and others go", async (_, touch) => {
    const [person, other] = [await registered(), await registered()];
    const { rows } = await sql<{ id: number }>`
      select company_id as id from users where id = ${person.id}`.execute(t.db);
    await touch({ id: person.id, companyId: rows[0]!.id });
    await pruneOldRegistrations(t.db, days);
    expect(await isLeft(person)).toBe(true);
    expect(await isLeft(other)).toBe(false);
  });

  test("stays if its address is verified at the same moment", async () => {
    const person = await registered();
    const verification = sql`update users set verified_at = now() where id = ${person.id}`;
    await runBlocked(
      t.db,
      verification,
      [1, 2].map(() => () => pruneOldRegistrations(t.db, days)),
    );
    expect(await isLeft(person)).toBe(true);
  });

  test("stays if a new link is requested at the same moment", async () => {
    const person = await registered();
    const request = sql`select from users where id = ${person.id} for update`;
    const minted = sql`insert into account_tokens (token_hash, user_id, purpose, expires_at)
      values ('new', ${person.id}, 'VERIFY', now() + interval '1 day')`;
    await runBlocked(t.db, request, [() => pruneOldRegistrations(t.db, days)], minted);
    expect(await isLeft(person)).toBe(true);
  });

  test("goes once, whatever two servers do", async () => {
    const persons = [await registered(), await registered(), await registered()];
    await Promise.all([1, 2].map(() => pruneOldRegistrations(t.db, days)));
    for (const person of persons) expect(await isLeft(person)).toBe(false);
  });

  test("waits for the next run if this one has taken its time", async () => {
    const person = await registered();
    await pruneOldRegistrations(t.db, days, 0);
    expect(await isLeft(person)).toBe(true);
    await pruneOldRegistrations(t.db, days);
    expect(await isLeft(person)).toBe(false);
  });

  test("cannot be verified afterwards", async () => {
    const person = await registered();
    await pruneOldRegistrations(t.db, days);
    expect(await post("/auth/verify", { token: person.token })).toMatchObject({
      body: { code: "INVALID_TOKEN" },
    });
  });
});
