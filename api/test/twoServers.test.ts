import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { migrate } from "../src/core/migrate.ts";
import { createAccount } from "../src/features/accounts/accounts.service.ts";
import { differences } from "../src/features/ledger/ledger.sql.ts";
import { jwtSecret, testApp, type TestApp, type TestCaller } from "./app.ts";
import { aProject } from "./builders/project.ts";
import { smtpPeer, type SmtpPeer } from "./smtpPeer.ts";
import { spawnServer, type SpawnedServer } from "./spawned.ts";
import { patience } from "./patience.ts";

/* Two servers as separate processes, with one database and one folder of files. */

let t: TestApp;
let peer: SmtpPeer;
let folder: string;
let shared: Record<string, string>;
let servers: [SpawnedServer, SpawnedServer];
let admin: TestCaller;
const [one, other] = [0, 1] as const;

beforeAll(async () => {
  t = await testApp();
  peer = await smtpPeer();
  folder = await mkdtemp(path.join(tmpdir(), "two-servers-"));
  shared = {
    JWT_SECRET: jwtSecret,
    SMTP_URL: peer.url,
    DATA_DIR: path.join(folder, "first"),
  };
  // The second one has the files at another path, like a folder shared with another machine.
  const first = await spawnServer(t.databaseUrl, shared);
  await first.ready;
  const second = path.join(folder, "second");
  await cp(path.join(folder, "first"), second, {
    recursive: true,
    filter: (each) => !each.endsWith("files"),
  });
  await symlink(path.join(folder, "first/files"), path.join(second, "files"));
  servers = [first, await spawnServer(t.databaseUrl, { ...shared, DATA_DIR: second })];
  await servers[other].ready;
  admin = await t.aUser("Admin");
});
afterAll(async () => {
  for (const server of servers) await server.remove();
  await peer.close();
  await t.close();
  await rm(folder, { recursive: true });
});

async function call(at: 0 | 1, method: string, where: string, caller?: TestCaller, body?: object) {
  const response = await fetch(`${servers[at].address}${where}`, {
    method,
    headers: {
      ...(caller && { authorization: `Bearer ${caller.authToken}` }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}
const api = (at: 0 | 1, method: string, where: string, caller?: TestCaller, body?: object) =>
  call(at, method, `/api/v1${where}`, caller, body);
/** Each server notices the other's changes within ten seconds. */
const soon = (check: () => Promise<unknown>) => vi.waitFor(check, patience);

describe("what one server did takes effect on the other", () => {
  test("a session, and its end", async () => {
    const credentials = { username: "two@company.example", password: "harbour lights at dusk" };
    await createAccount(t.db, {
      ...credentials,
      firstName: "Per",
      lastName: "Son",
      roleName: "User",
      demonstration: false,
    });
    const { body: first } = await api(one, "POST", "/auth/login", undefined, credentials);
    const refresh = { refreshToken: first.refreshToken };
    const { body: next } = await api(other, "POST", "/auth/refresh", undefined, refresh);
    const buyer = { userId: 0, authToken: next.authToken };
    for (const at of [one, other]) expect((await api(at, "GET", "/me", buyer)).status).toBe(200);
    const end = { refreshToken: next.refreshToken };
    expect((await api(one, "POST", "/auth/logout", buyer, end)).status).toBe(204);
    await soon(async () => expect((await api(other, "GET", "/me", buyer)).status).toBe(401));
  });

  test("a block", async () => {
    const buyer = await t.aUser();
    expect((await api(other, "GET", "/me", buyer)).status).toBe(200);
    const blocked = await api(one, "POST", `/management/users/${buyer.userId}/block`, admin, {
      reason: "Asked for by their company",
    });
    expect(blocked.status).toBe(200);
    await soon(async () => expect((await api(other, "GET", "/me", buyer)).status).toBe(401));
  });

  test("wrong passwords: tries on both are counted together", async () => {
    const guess = (at: 0 | 1) =>
      api(at, "POST", "/auth/login", undefined, {
        username: "guessed@company.example",
        password: "not this one either",
      });
    for (let tries = 0; tries < 5; tries++) {
      for (const at of [one, other]) expect((await guess(at)).status).toBe(401);
    }
    for (const at of [one, other]) expect((await guess(at)).status).toBe(429);
  });

  test("a site that pages may embed", async () => {
    const { body } = await api(one, "GET", "/management/settings", admin);
    const embeds = { ...body.embeds, hosts: ["maps.example.org"] };
    expect((await api(other, "PATCH", "/management/settings", admin, { embeds })).status).toBe(200);
    await soon(async () => {
      const { headers } = await fetch(`${servers[one].address}/projects`);
      const policy = headers.get("content-security-policy");
      expect(policy).toContain("frame-src 'self' https://maps.example.org;");
    });
  });

  test("a setting", async () => {
    const { body } = await api(other, "GET", "/management/settings", admin);
    const brand = { ...body.brand, name: "Two Harbours" };
    expect((await api(one, "PATCH", "/management/settings", admin, { brand })).status).toBe(200);
    await soon(async () => {
      const settings = await api(other, "GET", "/client-settings");
      expect(JSON.stringify(settings.body)).toContain("Two Harbours");
    });
  });

  test("a flag", async () => {
    const { body } = await api(one, "GET", "/management/flags", admin);
    const { name, enabled, version } = body.content[0];
    await call(other, "GET", "/flags-api/v1/flags/");
    const change = { enabled: !enabled, version };
    expect((await api(one, "PATCH", `/management/flags/${name}`, admin, change)).status).toBe(200);
    await soon(async () => {
      const served = await call(other, "GET", "/flags-api/v1/flags/");
      expect(served.body).toContainEqual(
        expect.objectContaining({ feature: expect.objectContaining({ name }), enabled: !enabled }),
      );
    });
  });

  test("the catalogue and its counts", async () => {
    const buyer = await t.aUser();
    const facets = () => api(other, "GET", "/projects/facets?q=heathland", buyer);
    const before = JSON.stringify((await facets()).body);
    const { id } = await aProject(t.db, { name: "Heathland of the two servers" });
    await soon(async () => expect(JSON.stringify((await facets()).body)).not.toBe(before));
    const { body } = await api(one, "GET", `/management/projects/${id}`, admin);
    const hidden = await api(one, "PATCH", `/management/projects/${id}`, admin, {
      hidden: true,
      version: body.version,
    });
    expect(hidden.status).toBe(200);
    await soon(async () => expect(JSON.stringify((await facets()).body)).toBe(before));
  });
});

test("The last credits go to one buyer, whichever servers the others use", async () => {
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 5 }] });
  const buyers = await Promise.all(Array.from({ length: 20 }, () => t.aUser()));
  const answers = await Promise.all(
    buyers.map((buyer, n) =>
      api(n % 2 === 0 ? one : other, "POST", "/me/cart/vintages", buyer, { vintageId, credits: 1 }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(await differences(t.db)).toEqual([]);
});

test("Work available to both is done once", async () => {
  peer.received.length = 0;
  const names = Array.from({ length: 40 }, (_, n) => `registers-${n}@company.example`);
  // As many as one address may register, across both.
  const answers = await Promise.all(
    names.map((username, n) =>
      api(n % 2 === 0 ? one : other, "POST", "/auth/register", undefined, {
        username,
        password: "harbour lights at dusk",
        firstName: "Per",
        lastName: "Son",
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const waits = sql<{ n: number }>`select
    (select count(*) from mails where status = 'WAITING') + (select count(*) from graphile_worker.jobs) as n`;
  await soon(async () => expect((await waits.execute(t.db)).rows).toEqual([{ n: 0 }]));
  const recipients = peer.received.flatMap(({ to = [] }) => to.map(({ address }) => address));
  expect(recipients.sort()).toEqual([...names].sort());
});

test("Both keep running while a newer version migrates the schema; an older one no longer starts", async () => {
  const newer = path.join(folder, "newer");
  await cp(path.resolve(import.meta.dirname, "../schema"), newer, { recursive: true });
  await writeFile(
    path.join(newer, "90_next.sql"),
    `create table only_in_the_next (id integer primary key);
     alter table users add column in_the_next text not null default 'x';
     alter table orders add column in_the_next integer;`,
  );
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const statuses = new Set<number>();
  let done = false;
  const work = [one, other].map(async (at) => {
    while (!done) {
      statuses.add((await api(at, "GET", "/projects?size=5", buyer)).status);
      const cart = await api(at, "POST", "/me/cart/vintages", buyer, { vintageId, credits: 1 });
      statuses.add(cart.status);
    }
  });
  expect(await migrate(t.databaseUrl, { folder: newer })).toEqual(["90_next.sql"]);
  done = true;
  await Promise.all(work);
  expect([...statuses]).toEqual([200]);
  expect((await api(one, "GET", "/me", await t.aUser())).status).toBe(200);

  const older = await spawnServer(t.databaseUrl, shared);
  expect(await older.ended).toBe(1);
  expect(older.output()).toMatch(
    /^This database was made by a newer version [^\n]+90_next[^\n]+\n$/,
  );
  await older.remove();
  await sql`drop table only_in_the_next; delete from schema_migrations where name = '90_next.sql'`.execute(
    t.db,
  );
});

test("Another secret or store is refused, unless no other server is running", async () => {
  const secret = "another secret that only this test knows";
  const refused = async (settings: Record<string, string>) => {
    const server = await spawnServer(t.databaseUrl, { ...shared, ...settings });
    const code = await server.ended;
    const output = server.output();
    await server.remove();
    expect(code).toBe(1);
    expect(output).toMatch(/^[^\n]+\n$/);
    return output;
  };
  expect(await refused({ JWT_SECRET: secret })).toMatch("a different JWT_SECRET");
  expect(await refused({ DATA_DIR: path.join(folder, "third") })).toMatch("a different file store");

  // In whatever way they end.
  for (const server of servers) server.process.kill("SIGKILL");
  await Promise.all(servers.map(({ ended }) => ended));
  const alone = await spawnServer(t.databaseUrl, { ...shared, JWT_SECRET: secret });
  await alone.ready;
  expect(alone.output()).toContain("is ready");
  await alone.remove();
});
