import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { sql } from "kysely";
import { openDb, openPool, type Db } from "../src/core/db.ts";
import { migrate } from "../src/core/migrate.ts";
import { followReplica, reading } from "../src/core/replica.ts";
import { portfolioOf } from "../src/features/portfolio/portfolio.service.ts";
import { testApp, type TestApp, type TestCaller } from "./app.ts";
import { aPaidOrder } from "./builders/order.ts";
import { aProject } from "./builders/project.ts";
import { allEndpoints } from "../src/core/http/endpoints.ts";
import { isList, neededOf } from "./endpoints.ts";
import { openLine } from "./line.ts";
import { patience } from "./patience.ts";
import { installations, startServer } from "./servers.ts";

let server: Awaited<ReturnType<typeof startServer>>;
let standby: Awaited<ReturnType<typeof server.replica>>;
// Our own connection to the replica.
let replica: Db;
let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  server = await startServer(installations()[0]!.programs);
  await migrate(server.url());
  standby = await server.replica();
  replica = openDb(openPool(standby.url(), 1, () => {}));
  t = await testApp({ databaseUrl: server.url(), replicaUrl: standby.url() });
  admin = await t.aUser("Admin");
  await t.app.ready();
}, 120_000);
afterAll(async () => {
  await t.close();
  await replica.destroy();
  await standby.stop();
  await server.stop();
});

async function gauge(name: string): Promise<number> {
  const { body } = await t.app.inject({ url: "/metrics" });
  return Number(new RegExp(`^${name} (.+)$`, "m").exec(body)?.[1]);
}
const replicaAnswers = () => gauge("replica_answers");
const untilRead = () => expect.poll(() => gauge("replica_read"), patience).toBe(1);

async function partners(): Promise<string[]> {
  const { status, body } = await t.call(admin, "GET", "/management/partners?size=100");
  expect(status).toBe(200);
  return (body.content as { name: string }[]).map(({ name }) => name);
}

/** Four readers that each read a list repeatedly; `stop` throws if one got no answer. */
function manyReaders() {
  let isOver = false;
  let asked = 0;
  const reader = async () => {
    for (; !isOver; asked++) await partners();
  };
  const readers = Promise.all([reader(), reader(), reader(), reader()]);
  return {
    asked: () => asked,
    async stop() {
      isOver = true;
      await readers;
    },
  };
}

let made = 0;
async function aPartner(): Promise<string> {
  const name = `Partner ${++made}`;
  expect((await t.call(admin, "POST", "/management/partners", { name })).status).toBe(201);
  return name;
}

describe("a replica that is up to date", () => {
  const lists = async () => (await allEndpoints()).filter(({ endpoint }) => isList(endpoint));

  test("answers every list like the database, with a search and without", async () => {
    await untilRead();
    for (const { name, endpoint } of await lists()) {
      for (const query of ["size=10", "size=10&q=peat"]) {
        await untilRead();
        const path = `${endpoint.path}?${query}${neededOf(endpoint)}`;
        const { status, body } = await t.call(admin, "GET", path);
        expect({ name, status, code: body.code }).toEqual({ name, status: 200, code: undefined });
      }
    }
    expect(await replicaAnswers()).toBeGreaterThan(40);
  });

  test("answers portfolios and the overview", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    await aPaidOrder(t, admin, buyer, vintageId, 12);

    for (const path of ["/me/portfolio", "/me/portfolio/summary"]) {
      await untilRead();
      const before = await replicaAnswers();
      const { body } = await t.call(buyer, "GET", path);
      expect(body.totals).toMatchObject({ purchased: 12 });
      expect(await replicaAnswers()).toBe(before + 1);
    }
    await untilRead();
    const before = await replicaAnswers();
    const holdings = await t.call(buyer, "GET", "/me/portfolio/holdings?size=10");
    expect(holdings.body.content).toMatchObject([{ purchased: 12 }]);
    const stock = await t.call(admin, "GET", "/management/dashboard/stock");
    expect(stock.status).toBe(200);
    expect(await replicaAnswers()).toBeGreaterThan(before);
  });

  test("shows a change to all users at once", async () => {
    await untilRead();
    const [before, other] = [await replicaAnswers(), await t.aUser("Admin")];
    // Their queries must not be shared with those of users who change something meanwhile.
    const { stop } = manyReaders();
    for (let round = 0; round < 40; round++) {
      const name = await aPartner();
      const seen = await t.call(other, "GET", `/management/partners?q=${encodeURIComponent(name)}`);
      expect(seen.body.content).toContainEqual(expect.objectContaining({ name }));
      expect(await partners()).toContain(name);
    }
    await stop();
    expect(await replicaAnswers()).toBeGreaterThan(before);
  });
});

describe("a replica that lags", () => {
  test("is checked again for each read that starts during another one's check", async () => {
    const [one, many] = [openPool(standby.url(), 1, () => {}), openPool(server.url(), 5, () => {})];
    const db = openDb(many);
    const followed = followReplica(db, {
      primary: many,
      checkPool: one,
      openReads: () => openPool(standby.url(), 2, () => {}),
      log: () => {},
    });
    await expect.poll(() => followed.state().read, patience).toBe(true);
    const names = async (reads: Db) => {
      return (await reads.selectFrom("partners").select("name").execute()).map(({ name }) => name);
    };
    try {
      // From here on readers wait for the replica, having read the database's position.
      const client = await one.connect();
      await sql`select pg_wal_replay_pause()`.execute(replica);
      const first = reading(db, names);
      await sleep(20);
      const name = await aPartner();
      const second = reading(db, names);
      client.release();

      expect(await second).toContain(name);
      await first;
    } finally {
      await sql`select pg_wal_replay_resume()`.execute(replica);
      await followed.stop();
      await db.destroy();
    }
  });

  test("is not read until it has caught up", async () => {
    await untilRead();
    await sql`select pg_wal_replay_pause()`.execute(replica);
    const before = await replicaAnswers();
    const name = await aPartner();

    for (let round = 0; round < 5; round++) expect(await partners()).toContain(name);

    expect(await replicaAnswers()).toBe(before);
    await expect.poll(() => gauge("replica_behind_seconds"), patience).toBeGreaterThan(1);
    const health = await t.app.inject({ url: "/health/ready" });
    expect(health.json()).toMatchObject({ status: "ready", replica: { read: false } });

    await sql`select pg_wal_replay_resume()`.execute(replica);
    await untilRead();
    await expect
      .poll(async () => (await partners()) && replicaAnswers(), patience)
      .not.toBe(before);
    expect(await partners()).toContain(name);
  });
});

describe("a replica behind a network", () => {
  const names = async (reads: Db) =>
    (await reads.selectFrom("partners").select("name").execute()).map(({ name }) => name);
  async function followedBy(line: Awaited<ReturnType<typeof openLine>>) {
    const url = `postgresql://postgres@127.0.0.1:${line.port}/postgres`;
    const primary = openPool(server.url(), 5, () => {});
    const db = openDb(primary);
    const logged: string[] = [];
    let opened = 0;
    const followed = followReplica(db, {
      primary,
      checkPool: openPool(url, 2, () => {}),
      openReads: () => {
        opened++;
        return openPool(url, 2, () => {});
      },
      log: (text) => logged.push(text),
    });
    await expect.poll(() => followed.state().read, patience).toBe(true);
    const stop = async () => {
      line.close();
      await followed.stop();
      await db.destroy();
    };
    return { db, logged, opened: () => opened, isRead: () => followed.state().read, stop };
  }

  test("that goes silent delays a pending read by seconds, and is read again when it is back", async () => {
    const line = await openLine(standby.socket);
    const { db, logged, isRead, stop } = await followedBy(line);
    let asked = 0;
    const underWay = reading(db, async (reads) => {
      // On the replica the network fails before the second statement.
      if (++asked === 1) await sql`select 1`.execute(reads);
      if (asked === 1) line.be("hangs");
      return await names(reads);
    });
    const begun = performance.now();
    expect(await underWay).toEqual(await names(db));
    // A check, two seconds of silence, and a busy machine: far less than the 35 s of a statement's own limit.
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(asked).toBe(2);
    expect(logged).toEqual(["The replica is not read: it has been silent for 2000 ms"]);

    line.be("open");
    await expect.poll(isRead, patience).toBe(true);
    let place = "";
    await reading(db, async (reads) => {
      const { rows } = await sql<{ there: boolean }>`select pg_is_in_recovery() as there`.execute(
        reads,
      );
      place = rows[0]!.there ? "replica" : "database";
    });
    expect(place).toBe("replica");
    await stop();
  }, 120_000);

  test("blocks no turn of whole portfolios, which are limited, when it goes silent", async () => {
    const line = await openLine(standby.socket);
    const { db, stop } = await followedBy(line);
    const lock = openDb(openPool(server.url(), 1, () => {}));
    await sql`begin; lock table credit_movements in access exclusive mode`.execute(lock);
    // A commit replicates the lock.
    await aPartner();
    // Companies without holdings, as these ids do not exist.
    const all = Promise.all([-1, -2, -3].map((companyId) => portfolioOf(db, { companyId })));
    // Two have their turn, and wait for the lock.
    const locked = sql<{ n: number }>`
      select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock'`;
    const waiting = async () => (await locked.execute(replica)).rows[0]!.n;
    await expect.poll(waiting, patience).toBe(2);
    line.be("hangs");
    await sql`commit`.execute(lock);
    for (const written of await all) expect(JSON.parse(String(written)).holdings).toEqual([]);
    await lock.destroy();
    await stop();
  }, 60_000);

  test("that went silent while idle is read by new connections", async () => {
    const line = await openLine(standby.socket);
    const { opened, stop } = await followedBy(line);
    expect(opened()).toBe(1);
    line.be("hangs");
    await expect.poll(opened, patience).toBeGreaterThan(1);
    await stop();
  }, 120_000);

  test("is not considered silent while all its reads are slow, or refused", async () => {
    const line = await openLine(standby.socket);
    const { db, logged, isRead, stop } = await followedBy(line);
    const slow = (reads: Db) => sql`select pg_sleep(4)`.execute(reads);
    const all = Promise.all([reading(db, slow), reading(db, slow)]);
    for (const until = performance.now() + 3500; performance.now() < until; await sleep(100)) {
      expect(isRead()).toBe(true);
    }
    await all;
    expect(logged).toEqual([]);

    // Neither a statement that took too long nor a write is done again on the database.
    let asked = 0;
    const late = (reads: Db) =>
      reads.transaction().execute(async (tx) => {
        asked++;
        await sql`set local statement_timeout = '50 ms'`.execute(tx);
        await sql`select pg_sleep(4)`.execute(tx);
      });
    await expect(reading(db, late)).rejects.toMatchObject({ code: "57014" });
    expect(asked).toBe(1);
    const write = (reads: Db) => sql`delete from partners where false`.execute(reads);
    const refusal = () => reading(db, write).catch(({ code }: { code: string }) => code);
    await expect.poll(refusal, patience).toBe("25006");
    await stop();
  }, 120_000);
});

describe("a replica that dies", () => {
  test("fails no request, and is read again when it is back", async () => {
    await untilRead();
    const { asked, stop } = manyReaders();
    await expect.poll(asked, patience).toBeGreaterThan(20);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(replica);
    await expect.poll(asked, patience).toBeGreaterThan(60);

    await standby.stop("now");
    const then = asked();
    await expect.poll(asked, patience).toBeGreaterThan(then + 40);
    expect(await gauge("replica_read")).toBe(0);
    await stop();

    await standby.start();
    await untilRead();
    const before = await replicaAnswers();
    await expect
      .poll(async () => (await partners()) && replicaAnswers(), patience)
      .not.toBe(before);
  }, 180_000);
});

test.each([
  ["the database itself", () => server.url()],
  ["another cluster", () => inject("postgresUrl")],
  ["another database of the replica", () => standby.url("template1")],
])("%s is never read as a replica", async (_what, replicaUrl) => {
  const other = await testApp({ databaseUrl: server.url(), replicaUrl: replicaUrl() });
  try {
    await other.app.ready();
    await sleep(300);
    const { status } = await other.call(admin, "GET", "/management/partners?size=100");
    expect(status).toBe(200);
    const { body } = await other.app.inject({ url: "/metrics" });
    expect(body).toMatch(/^replica_read 0$/m);
    expect(body).toMatch(/^replica_answers 0$/m);
  } finally {
    await other.close();
  }
});
