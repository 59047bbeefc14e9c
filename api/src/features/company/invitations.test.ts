import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { runBlocked } from "../../../test/runBlocked.ts";

let t: TestApp;
let owner: TestUser;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

let people = 0;
/** Invites someone without an account; returns their address and a function that accepts. */
async function invited() {
  owner = await t.aUser();
  const email = `invited-${++people}@company.example`;
  await t.call(owner, "POST", "/me/company/invitations", { email, role: "BUYER" });
  const { text_body } = await t.mailTo(email);
  const token = new URL(/https:\S+/.exec(text_body)![0]).searchParams.get("token");
  const own = { password: "harbour lights at dusk", firstName: "Per", lastName: "Son" };
  const accept = () => t.call(undefined, "POST", "/auth/invitations/accept", { token, ...own });
  return { email, accept };
}

test("Nobody joins a company that is being blocked at the same moment", async () => {
  const { accept } = await invited();
  const company = sql`where id = ${owner.companyId}`;
  const [response] = await runBlocked(
    t.db,
    sql`select from companies ${company} for update`,
    [accept],
    sql`update companies set blocked = true, blocked_reason = 'Unpaid' ${company}`,
  );
  expect(response).toMatchObject({ status: 400, body: { code: "INVALID_TOKEN" } });
});

test("A person who registers at the same moment is told to open the invitation again, which then works", async () => {
  const { email, accept } = await invited();
  const [response] = await runBlocked(
    t.db,
    sql`insert into users (username, company_id, company_role, password_hash, first_name, last_name, role_id)
      select ${email}, company_id, 'OWNER', 'none', 'Per', 'Son', role_id from users where id = ${owner.userId}`,
    [accept],
  );
  expect(response).toMatchObject({ status: 409, body: { code: "IN_USE" } });
  expect((await accept()).status).toBe(200);
});
