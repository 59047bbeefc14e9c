import { describe, expect, test } from "vitest";
import { isLockedOut, loginRefusal, refreshGraceMs, rotationOf } from "./accounts.rules.ts";

const now = new Date("2026-06-01T12:00:00Z");
const inMs = (ms: number) => new Date(now.getTime() + ms);
const session = { generation: 5, rotatedAt: now, endedAt: null, expiresAt: inMs(1) };

describe("A refresh token", () => {
  test.each([
    ["of the newest generation rotates", 5, {}, "rotate"],
    ["of the newest generation rotates however old it is", 5, { rotatedAt: inMs(-1e9) }, "rotate"],
    ["of the one before repeats right after", 4, {}, "repeat"],
    [
      "of the one before repeats to the end of the grace",
      4,
      { rotatedAt: inMs(-refreshGraceMs) },
      "repeat",
    ],
    [
      "of the one before was stolen after the grace",
      4,
      { rotatedAt: inMs(-refreshGraceMs - 1) },
      "endFamily",
    ],
    ["of an older one was stolen, in the grace as well", 3, {}, "endFamily"],
    ["of one that was never given was invented", 6, {}, "endFamily"],
    ["of an ended session is worth nothing", 5, { endedAt: inMs(-1) }, "refuse"],
    ["of a session at its end is worth nothing", 5, { expiresAt: now }, "refuse"],
    ["that was stolen ends nothing that is over", 3, { expiresAt: now }, "refuse"],
  ])("%s", (_which, generation, changes, worth) => {
    expect(rotationOf({ ...session, ...changes }, generation, now)).toBe(worth);
  });

  test("is repeated within ten seconds, for two tabs that open at once", () => {
    expect(refreshGraceMs).toBe(10_000);
  });
});

const account = { blocked: false, demonstration: false, verifiedAt: now };

test.each([
  ["that is verified is let in", {}, undefined],
  ["that is not verified is not", { verifiedAt: null }, "UNVERIFIED"],
  ["that is blocked is not", { blocked: true }, "BLOCKED"],
  ["that is both is told of the block", { blocked: true, verifiedAt: null }, "BLOCKED"],
  ["for a demonstration is let in on a server for one", { demonstration: true }, undefined],
])("An account %s", (_which, changes, refusal) => {
  expect(loginRefusal({ ...account, ...changes }, true)).toBe(refusal);
});

test("A server without a demonstration locks out demonstration accounts, and no others", () => {
  expect(loginRefusal({ ...account, demonstration: true }, false)).toBe("BLOCKED");
  expect(loginRefusal(account, false)).toBeUndefined();
  expect(isLockedOut({ blocked: true, demonstration: false }, true)).toBe(true);
  expect(isLockedOut({ blocked: false, demonstration: true }, true)).toBe(false);
});
