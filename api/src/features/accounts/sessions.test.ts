import { decodeJwt } from "../../../test/tokens.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { jwtSecret, testApp, type TestApp } from "../../../test/app.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { createAccount } from "./accounts.service.ts";
import { createTokens } from "./tokens.ts";

const password = "harbour lights at dusk";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

let people = 0;
async function aPerson(): Promise<string> {
  const username = `with-sessions-${++people}@company.example`;
  const names = { firstName: "Per", lastName: "Son", roleName: "User" };
  await createAccount(t.db, { username, password, ...names, demonstration: false });
  return username;
}

interface Pair {
  userId: number;
  authToken: string;
  refreshToken: string;
}

async function logIn(username: string, remoteAddress = "203.0.113.7"): Promise<Pair> {
  const response = await t.app.inject({
    method: "POST",
    url: "/api/v1/auth/login",
    remoteAddress,
    headers: { "user-agent": firefox },
    payload: { username, password },
  });
  expect(response.statusCode).toBe(200);
  return { userId: 0, ...response.json<{ authToken: string; refreshToken: string }>() };
}

const refresh = (refreshToken: string) =>
  t.call(undefined, "POST", "/auth/refresh", { refreshToken });
const me = (pair: { authToken: string }) => t.call({ userId: 0, ...pair }, "GET", "/me");

async function refreshed(pair: Pair): Promise<Pair> {
  const { status, body } = await refresh(pair.refreshToken);
  expect(status).toBe(200);
  return { userId: 0, ...body };
}

const sessionOf = ({ authToken }: Pair) => decodeJwt(authToken).sid;

/** Moves the timestamps of a session into the past. */
const passTime = (pair: Pair, seconds: number) =>
  sql`update sessions set rotated_at = rotated_at - make_interval(secs => ${seconds}),
        created_at = created_at - make_interval(secs => ${seconds}),
        expires_at = expires_at - make_interval(secs => ${seconds})
      where id = ${sessionOf(pair)}::uuid`.execute(t.db);

const gone = { status: 400, body: { code: "INVALID_TOKEN" } };
const day = 24 * 60 * 60;

test("A login with a password that is changed at the same moment opens no session", async () => {
  const username = await aPerson();
  const change = sql`update users set password_hash = 'another' where username = ${username}`;
  const logInNow = () => t.call(undefined, "POST", "/auth/login", { username, password });
  const [response] = await runBlocked(t.db, change, [logInNow]);
  expect(response).toMatchObject({ status: 401, body: { code: "INVALID_PASSWORD" } });
  const opened = await sql`select from sessions s join users u on u.id = s.user_id
    where u.username = ${username}`.execute(t.db);
  expect(opened.rows).toEqual([]);
});

describe("a refresh", () => {
  test("gives a new pair, and the next one needs the new token", async () => {
    const first = await logIn(await aPerson());
    const second = await refreshed(first);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect((await me(second)).status).toBe(200);
    const third = await refreshed(second);
    expect(decodeJwt(third.refreshToken)).toMatchObject({ sid: sessionOf(first), gen: 3 });
  });

  test("is repeated for a second tab within ten seconds", async () => {
    const first = await logIn(await aPerson());
    await passTime(first, day);
    const second = await refreshed(first);
    await passTime(first, 9);
    const again = await refreshed(first);
    expect(decodeJwt(again.refreshToken)).toMatchObject({ gen: 2 });
    expect((await me(second)).status).toBe(200);
    expect((await refreshed(again)).refreshToken).not.toBe(again.refreshToken);
  });

  test("with a token replaced longer ago ends the whole session, for the thief and the owner", async () => {
    const first = await logIn(await aPerson());
    const second = await refreshed(first);
    await passTime(first, 11);
    expect(await refresh(first.refreshToken)).toMatchObject(gone);
    expect(await refresh(second.refreshToken)).toMatchObject(gone);
    expect((await me(second)).status).toBe(401);
    const { ended_reason } = await t.db
      .selectFrom("sessions")
      .select("ended_reason")
      .where("id", "=", sessionOf(first))
      .executeTakeFirstOrThrow();
    expect(ended_reason).toBe("an old refresh token came back");
  });

  test("is repeated for the previous token only: an older one ends the session at once", async () => {
    const first = await logIn(await aPerson());
    const third = await refreshed(await refreshed(first));
    expect(await refresh(first.refreshToken)).toMatchObject(gone);
    expect(await refresh(third.refreshToken)).toMatchObject(gone);
  });

  test("gives two at once the same generation", async () => {
    const first = await logIn(await aPerson());
    const row = sql`select from sessions where id = ${sessionOf(first)}::uuid for update`;
    const again = () => refreshed(first);
    const both = await runBlocked(t.db, row, [again, again]);
    expect(both.map(({ refreshToken }) => decodeJwt(refreshToken).gen)).toEqual([2, 2]);
  });

  test("accepts no access token, and no call accepts a refresh token", async () => {
    const pair = await logIn(await aPerson());
    expect(await refresh(pair.authToken)).toMatchObject(gone);
    expect(await me({ authToken: pair.refreshToken })).toMatchObject({
      status: 401,
      body: { code: "UNAUTHENTICATED" },
    });
    expect((await me(pair)).status).toBe(200);
  });

  test("with an expired token is refused as such, although the session is open", async () => {
    const pair = await logIn(await aPerson());
    const { user, sid, gen } = decodeJwt(pair.refreshToken);
    const past = new Date(Date.now() - 60_000);
    const session = { id: sid, generation: gen, now: past, expiresAt: past };
    const { refreshToken } = createTokens(jwtSecret).sign(user, session);
    expect(await refresh(refreshToken)).toMatchObject({
      status: 400,
      body: { code: "TOKEN_EXPIRED" },
    });
    expect((await me(pair)).status).toBe(200);
  });

  test("is refused once the session has ended", async () => {
    const pair = await logIn(await aPerson());
    expect((await me(pair)).status).toBe(200);
    await t.call(undefined, "POST", "/auth/logout", { refreshToken: pair.refreshToken });
    expect((await me(pair)).status).toBe(401);
    expect(await refresh(pair.refreshToken)).toMatchObject(gone);
  });

  test("is refused while the account is blocked, even if its sessions have not been ended", async () => {
    const username = await aPerson();
    const pair = await logIn(username);
    const block = (blocked: boolean) =>
      t.db.updateTable("users").set({ blocked }).where("username", "=", username).execute();
    await block(true);
    expect(await refresh(pair.refreshToken)).toMatchObject(gone);
    await block(false);
    expect((await refresh(pair.refreshToken)).status).toBe(200);
  });
});

describe("a session", () => {
  test("that is not used ends after 30 days", async () => {
    const pair = await logIn(await aPerson());
    await passTime(pair, 30 * day - 60);
    const next = await refreshed(pair);
    await passTime(next, 30 * day + 1);
    expect((await refresh(next.refreshToken)).status).toBe(400);
    expect((await me(next)).status).toBe(401);
  });

  test("ends after 90 days, however often it is refreshed", async () => {
    let pair = await logIn(await aPerson());
    for (let days = 0; days < 80; days += 20) {
      await passTime(pair, 20 * day);
      pair = await refreshed(pair);
    }
    const { exp, iat } = decodeJwt(pair.refreshToken);
    expect((exp - iat) / day).toBeCloseTo(10, 2);
    await passTime(pair, 10 * day - 60);
    pair = await refreshed(pair);
    const last = decodeJwt(pair.authToken);
    expect(last.exp - last.iat).toBeLessThanOrEqual(60);
    await passTime(pair, 61);
    expect((await refresh(pair.refreshToken)).status).toBe(400);
    expect((await me(pair)).status).toBe(401);
  });

  test("has tokens that expire", async () => {
    const pair = await logIn(await aPerson());
    const { exp, iat } = decodeJwt(pair.authToken);
    expect(exp - iat).toBe(15 * 60);
    const refreshClaims = decodeJwt(pair.refreshToken);
    expect(refreshClaims.exp - refreshClaims.iat).toBe(30 * day);
  });
});

describe("the clock of a server", () => {
  afterEach(() => vi.useRealTimers());

  test.each([
    ["three hours fast", 3],
    ["three hours slow", -3],
  ])("%s neither locks anyone out nor extends a session", async (_how, hours) => {
    const here = await logIn(await aPerson());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 3_600_000 });
    expect((await me(here)).status).toBe(200);
    const next = await refreshed(here);
    expect(decodeJwt(next.authToken).iat - decodeJwt(here.authToken).iat).toBeLessThan(60);
    expect((await me(next)).status).toBe(200);
    expect(decodeJwt((await refreshed(here)).refreshToken).gen).toBe(2);
    await passTime(next, 11);
    expect(await refresh(here.refreshToken)).toMatchObject(gone);
    vi.useRealTimers();
    expect((await me(next)).status).toBe(401);
  });
});

describe("the caller's sessions", () => {
  const list = async (pair: Pair) => (await t.call(pair, "GET", "/me/sessions")).body.content;

  test("are listed with browser and masked address, the current one marked", async () => {
    const username = await aPerson();
    const there = await logIn(username, "2001:db8:aa:bb:cc::1");
    const here = await logIn(username);
    await logIn(await aPerson());
    expect(await list(here)).toMatchObject([
      { id: sessionOf(here), current: true, browser: "Firefox on Linux", address: "203.0.113.x" },
      { id: sessionOf(there), current: false, address: "2001:db8:aa::" },
    ]);
    await passTime(there, 3600);
    const [, other] = await list(here);
    expect(Date.parse(other.seenAt)).toBeLessThan(Date.now() - 3_590_000);
    // It is listed as last used: from another address, by no browser.
    await refreshed(there);
    const [moved] = await list(here);
    expect(moved).toMatchObject({ id: sessionOf(there), browser: null, address: "127.0.0.x" });
    await passTime(there, 31 * day);
    expect(await list(here)).toHaveLength(1);
    const expired = await t.call(here, "DELETE", `/me/sessions/${sessionOf(there)}`);
    expect(expired.status).toBe(404);
  });

  test("can be ended one by one, here at once, and none of their tokens works again", async () => {
    const username = await aPerson();
    const [here, there] = [await logIn(username), await logIn(username)];
    expect((await me(there)).status).toBe(200);
    const path = `/me/sessions/${sessionOf(there)}`;
    expect((await t.call(here, "DELETE", path)).status).toBe(204);
    expect((await me(there)).status).toBe(401);
    expect(await refresh(there.refreshToken)).toMatchObject(gone);
    expect((await me(here)).status).toBe(200);
    expect(await t.call(here, "DELETE", path)).toMatchObject({ body: { code: "NOT_FOUND" } });
  });

  test("do not include those of others", async () => {
    const [mine, theirs] = [await logIn(await aPerson()), await logIn(await aPerson())];
    const response = await t.call(mine, "DELETE", `/me/sessions/${sessionOf(theirs)}`);
    expect(response).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect((await me(theirs)).status).toBe(200);
  });

  test("show operators when someone was last here", async () => {
    const username = await aPerson();
    const admin = await t.aUser("Admin");
    const last = async () =>
      (await t.call(admin, "GET", `/management/users?q=${username}`)).body.content[0].lastLoginAt;
    expect(await last()).toBeNull();
    await logIn(username);
    expect(Math.abs(Date.parse(await last()) - Date.now())).toBeLessThan(60_000);
  });

  test("are all ended but the current one, and the audit log records it", async () => {
    const username = await aPerson();
    const [here, second, third, ended, expired] = [
      await logIn(username),
      await logIn(username),
      await logIn(username),
      await logIn(username),
      await logIn(username),
    ];
    await t.call(here, "DELETE", `/me/sessions/${sessionOf(ended)}`);
    await passTime(expired, 31 * day);
    const stranger = await logIn(await aPerson());
    expect((await me(second)).status).toBe(200);
    expect((await t.call(here, "DELETE", "/me/sessions")).status).toBe(204);
    expect((await me(second)).status).toBe(401);
    expect(await refresh(third.refreshToken)).toMatchObject(gone);
    expect(await list(here)).toHaveLength(1);
    expect((await me(stranger)).status).toBe(200);
    const entry = await t.db
      .selectFrom("audit_entries")
      .select("before")
      .where("action", "=", "session.end-others")
      .where("actor", "=", username)
      .executeTakeFirstOrThrow();
    expect(entry.before).toEqual({ count: 2 });
  });
});

test("Two tabs that log out at once end one session, with one audit entry", async () => {
  const username = await aPerson();
  const { refreshToken } = await logIn(username);
  const { sid } = decodeJwt(refreshToken);
  const out = () => t.call(undefined, "POST", "/auth/logout", { refreshToken });
  await runBlocked(t.db, sql`select from sessions where id = ${sid} for update`, [out, out]);
  const { rows } = await sql`select from audit_entries
    where actor = ${username} and action = 'session.end'`.execute(t.db);
  expect(rows).toHaveLength(1);
});
