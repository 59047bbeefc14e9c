import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inTransaction } from "../src/core/db.ts";
import { addJob } from "../src/core/jobs.ts";
import { queueMails } from "../src/core/mail.ts";
import { projectChanged } from "../src/features/catalogue/catalogue.service.ts";
import { jwtSecret, testApp, type TestApp } from "./app.ts";
import { aProject } from "./builders/project.ts";
import { smtpPeer, type SmtpPeer } from "./smtpPeer.ts";
import { freePort } from "./freePort.ts";
import { spawnServer, type SpawnedServer } from "./spawned.ts";
import { patience } from "./patience.ts";

/* Servers as separate processes: what each does in its role, after a kill, and with a clock that is hours off. */

let t: TestApp;
let peer: SmtpPeer;
const servers: SpawnedServer[] = [];
beforeEach(async () => {
  [t, peer] = await Promise.all([testApp(), smtpPeer()]);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.remove();
  await Promise.all([t.close(), peer.close()]);
});

async function start(settings: Record<string, string> = {}, nodeOptions: string[] = []) {
  const server = await spawnServer(
    t.databaseUrl,
    { JWT_SECRET: jwtSecret, SMTP_URL: peer.url, ...settings },
    nodeOptions,
  );
  servers.push(server);
  await server.ready;
  return server;
}
const queue = (to: string) =>
  inTransaction(t.db, (tx) =>
    queueMails(tx, [
      { to, subject: "Invoice", text: "-", html: "-", permission: "orders:read" as const },
    ]),
  );
const status = async (server: SpawnedServer, path: string) =>
  (await fetch(`${server.address}${path}`)).status;
const waitFor = (check: () => unknown) => vi.waitFor(check, patience);

test("ROLE=web serves requests and runs no jobs, ROLE=worker runs jobs and only serves its health", async () => {
  await queue("one@buyer.example");
  const web = await start({ ROLE: "web" });
  expect(await status(web, "/api/v1/client-settings")).toBe(200);
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pg_locks
    where locktype = 'advisory' and classid = 1146003
      and database = (select oid from pg_database where datname = current_database())`.execute(
    t.db,
  );
  expect(rows[0]!.n).toBe(0);

  const worker = await start({ ROLE: "worker", DATA_DIR: web.dataDir });
  await waitFor(() => expect(peer.received).toHaveLength(1));
  expect(await status(worker, "/health/ready")).toBe(200);
  expect(await status(worker, "/metrics")).toBe(200);
  for (const path of ["/", "/api/v1/client-settings", "/api/v1/openapi.json"]) {
    expect([path, await status(worker, path)]).toEqual([path, 404]);
  }
});

test("A server killed by -9 has stored its compile cache, and its mail in flight is sent at the next start, before thousands of other jobs", async () => {
  peer.behave("hangs in the mail");
  await queue("one@buyer.example");
  const folder = await mkdtemp(path.join(tmpdir(), "tonneline-compiled-"));
  const first = await start({ NODE_COMPILE_CACHE: folder });
  const kept = async () => (await readdir(folder, { recursive: true })).length;
  await waitFor(async () => expect(await kept()).toBeGreaterThan(100));
  const sending = () => t.db.selectFrom("mails").select(["attempts", "status"]).execute();
  await waitFor(async () => expect(await sending()).toMatchObject([{ attempts: 1 }]));
  first.process.kill("SIGKILL");
  await first.ended;
  await rm(folder, { recursive: true });
  await sql`insert into mails (recipient, subject, text_body, html_body, permission)
    select 'news' || n || '@buyer.example', 'News', '-', '-', 'orders:read' from generate_series(1, 3000) n`.execute(
    t.db,
  );
  await sql`select graphile_worker.add_job('mail.send', json_build_object('mailIds', array[id])) from mails
    where subject = 'News'`.execute(t.db);
  await inTransaction(t.db, async (tx) => {
    for (let n = 0; n < 200; n++) await addJob(tx, projectChanged, { projectId: n });
  });
  peer.behave("takes everything");

  await start();
  await waitFor(() =>
    expect(peer.received.some(({ to }) => to![0]!.address === "one@buyer.example")).toBe(true),
  );
  expect(peer.received.length).toBeLessThan(3000);
});

test.each([-7, 7])(
  "A server whose clock is %i h off ends no hold and no session",
  async (hours) => {
    const shift = `const R = Date, by = ${hours * 3_600_000};
    globalThis.Date = class extends R {
      constructor(...args) { args.length > 0 ? super(...args) : super(R.now() + by); }
      static now() { return R.now() + by; }
    };`;
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 5 });
    const server = await start({}, [
      "--import",
      `data:text/javascript,${encodeURIComponent(shift)}`,
    ]);

    const seen = await fetch(`${server.address}/api/v1/me/cart`, {
      headers: { authorization: `Bearer ${buyer.authToken}` },
    });
    expect(seen.status).toBe(200);
    expect(await seen.json()).toEqual(set.body);
    await queue("one@buyer.example");
    await waitFor(() => expect(peer.received).toHaveLength(1));
  },
);

test("A HOST that is not an address of this machine ends the start with an example", async () => {
  // A documentation address, which no machine has.
  const server = await start({ HOST: "203.0.113.9", PUBLIC_URL: "http://market.example" });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain(
    "HOST 203.0.113.9 is not an address of this machine; for example HOST=0.0.0.0",
  );
});

test("A start waits DB_WAIT seconds for a missing database, and says so once", async () => {
  const nobody = `postgresql://postgres@127.0.0.1:${await freePort()}/market`;
  const server = await spawnServer(nobody, { DB_WAIT: "1.5" });
  servers.push(server);
  expect(await server.ended).toBe(1);
  const lines = server.output().trim().split("\n");
  expect(lines).toEqual([
    "Waiting for the database of DATABASE_URL (ECONNREFUSED) …",
    expect.stringMatching(/^The database of DATABASE_URL cannot be reached/),
  ]);
});
