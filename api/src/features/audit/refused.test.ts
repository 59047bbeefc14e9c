import type { AuditEntry } from "@tonneline/contract/audit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { createRefusalLog } from "./refused.service.ts";

let server: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  server = await testApp();
  admin = await server.aUser("Admin");
});
afterAll(() => server.close());

describe("a refusal", () => {
  const entries = async (action: string) =>
    (await server.call(admin, "GET", `/management/audit?action=${action}&sort=at,asc`)).body
      .content;

  test("for a missing permission is recorded with the caller and the call", async () => {
    const buyer = await server.aUser();
    await server.call(buyer, "GET", "/management/users");

    expect((await entries("access.forbidden")).at(-1)).toMatchObject({
      actorId: buyer.userId,
      ip: "127.0.0.1",
      thingType: "call",
      thingId: "GET /api/v1/management/users",
    });
  });

  test("by a rate limit is recorded without a name", async () => {
    const guess = () =>
      server.call(undefined, "POST", "/auth/login", {
        username: "flood@else.example",
        password: "a guess that is wrong",
      });
    const statuses = [];
    for (let n = 0; n < 13; n++) statuses.push((await guess()).status);
    expect(statuses).toContain(429);

    expect((await entries("access.limited")).at(-1)).toMatchObject({
      actorId: null,
      actor: null,
      ip: "127.0.0.1",
      thingId: "POST /api/v1/auth/login",
    });
  });

  test("repeated ten thousand times makes two entries per caller, and a bounded number in total", async () => {
    const log = createRefusalLog(server.db, 3);
    const before = (await entries("access.forbidden")).length;
    const call = "GET /api/v1/management/orders";
    const refused = { status: 403 as const, call };
    const { userId } = await server.aUser();
    const username = "curious@company.example";
    for (let n = 0; n < 10_000; n++)
      await log.note({ ...refused, actor: { userId, username, ip: `192.0.2.${n % 250}` } });
    for (let n = 0; n < 250; n++) await log.note({ ...refused, actor: { ip: `198.51.100.${n}` } });
    // A caller who is known already is still counted on their own.
    await log.note({ ...refused, actor: { userId, username, ip: "192.0.2.1" } });
    await log.flush();
    await log.flush();

    const kept = (await entries("access.forbidden")).slice(before);
    expect(kept.map((each: AuditEntry) => [each.actor, each.ip, each.thingId, each.after])).toEqual(
      [
        [username, "192.0.2.0", call, null],
        [null, "198.51.100.0", call, null],
        [null, "198.51.100.1", call, null],
        [null, "many addresses", call, null],
        [username, "192.0.2.0", "10000 more", { count: 10_000, calls: [call] }],
        [null, "many addresses", "247 more", { count: 247, calls: [call] }],
      ],
    );
  });

  test("names at most five of the calls that were counted", async () => {
    const log = createRefusalLog(server.db);
    const { userId } = await server.aUser();
    const actor = { userId, username: "many@company.example", ip: "192.0.2.1" };
    for (let n = 0; n < 9; n++) await log.note({ status: 403, call: `GET /api/v1/${n}`, actor });
    await log.flush();
    expect((await entries("access.forbidden")).at(-1)).toMatchObject({
      thingId: "8 more",
      after: { count: 8, calls: [1, 2, 3, 4, 5].map((n) => `GET /api/v1/${n}`) },
    });
  });

  test("by permission and by limit are counted apart, also in a crowd", async () => {
    const log = createRefusalLog(server.db, 0);
    const call = "GET /api/v1/management/orders";
    const before = (await entries("access.limited")).length;
    await log.note({ status: 403, call, actor: { ip: "192.0.2.1" } });
    await log.note({ status: 429, call, actor: { ip: "192.0.2.1" } });
    expect((await entries("access.limited")).slice(before)).toMatchObject([
      { ip: "many addresses", thingId: call },
    ]);
  });
});
