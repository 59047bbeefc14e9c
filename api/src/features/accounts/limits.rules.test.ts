import { describe, expect, test } from "vitest";
import { boundsOf, callerAddress, defaultLimits, waitText } from "./limits.rules.ts";

describe("An address", () => {
  test.each([
    ["1:2:3:4:5:6:7:8", "1:2:3:4"],
    ["1:2::7:8", "1:2:0:0"],
    ["1:2:3:4::", "1:2:3:4"],
    ["1:2:3::", "1:2:3:0"],
    ["1::", "1:0:0:0"],
    ["::5:6:7:8", "0:0:0:0"],
    ["::4:5:6:7:8", "0:0:0:4"],
    ["1::3:4:5:6:7:8", "1:0:3:4"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7.example", "0:0:0:0"],
  ])("%s counts as %s", (ip, counted) => {
    expect(callerAddress(ip)).toBe(counted);
  });
});

test.each([
  [0, "a second"],
  [1, "a second"],
  [1.1, "2 seconds"],
  [45, "45 seconds"],
  [45.1, "a minute"],
  [60, "a minute"],
  [61, "2 minutes"],
  [120, "2 minutes"],
  [121, "3 minutes"],
])("The message for a wait of %d seconds is: %s", (seconds, time) => {
  expect(waitText(seconds)).toBe(`Too many attempts. Please try again in ${time}.`);
});

test.each(Object.entries(defaultLimits))(
  "%s has a window of minutes, and a limit per address no lower than per account",
  (_action, { perAccount, perAddress, windowSeconds, anywhere }) => {
    expect(perAccount).toBeGreaterThanOrEqual(1);
    expect(perAddress).toBeGreaterThanOrEqual(perAccount);
    expect(windowSeconds).toBeGreaterThanOrEqual(60);
    expect(windowSeconds).toBeLessThanOrEqual(3600);
    if (!anywhere) return;
    expect(anywhere.free).toBeGreaterThan(perAccount);
    expect(anywhere.maxDelaySeconds).toBeGreaterThanOrEqual(1);
  },
);

describe("An attempt counts", () => {
  const limit = { perAccount: 3, perAddress: 6, windowSeconds: 60 };
  const anywhere = { free: 50, maxDelaySeconds: 30 };
  const once = { windowSeconds: 60, maxDelaySeconds: null };

  test("for the address only, if there is no account", () => {
    const address = [{ of: "address", allowed: 6, ...once }];
    expect(boundsOf(limit, false)).toEqual(address);
    expect(boundsOf({ ...limit, anywhere }, false)).toEqual(address);
  });

  test("for the account and the address", () => {
    expect(boundsOf(limit, true)).toEqual([
      { of: "account", allowed: 3, ...once },
      { of: "address", allowed: 6, ...once },
    ]);
  });

  test("for the account at this address, and for the account anywhere with delays within a day", () => {
    expect(boundsOf({ ...limit, anywhere }, true)).toEqual([
      { of: "account", allowed: 50, windowSeconds: 86_400, maxDelaySeconds: 30 },
      { of: "accountAtAddress", allowed: 3, ...once },
      { of: "address", allowed: 6, ...once },
    ]);
  });
});

test("Logins have a low limit per account, and one from anywhere", () => {
  expect(defaultLimits.login.perAccount).toBeLessThanOrEqual(10);
  expect(defaultLimits.login.anywhere).toBeDefined();
});
