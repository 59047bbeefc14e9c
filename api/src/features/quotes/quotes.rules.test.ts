import { expect, test } from "vitest";
import {
  cartHasChanged,
  isStillQuoted,
  mayBeKept,
  mayBeWithdrawn,
  statusOf,
  validUntil,
} from "./quotes.rules.ts";

const at = (time: string) => new Date(`2026-11-22T${time}Z`);

test("An offer is valid as long as its first hold", () => {
  const items = [
    { reservedTo: "2026-11-22T12:30:00Z" },
    { reservedTo: "2026-11-22T12:10:00Z" },
    { reservedTo: null },
  ];
  expect(validUntil(items, at("13:00:00"))).toEqual(at("12:10:00"));
  expect(validUntil([{ reservedTo: null }], at("13:00:00"))).toEqual(at("13:00:00"));
});

const quoted = {
  orderId: null,
  isRequested: false,
  withdrawnAt: null,
  holding: false,
  validUntil: at("12:00:00"),
};

test.each([
  [{}, "11:59:59", "OPEN"],
  [{}, "12:00:00", "EXPIRED"],
  [{ holding: true }, "11:59:59", "KEPT"],
  [{ holding: true }, "12:00:00", "EXPIRED"],
  [{ orderId: 7 }, "13:00:00", "ORDERED"],
  [{ isRequested: true }, "13:00:00", "REQUESTED"],
  [{ withdrawnAt: at("10:00:00") }, "11:00:00", "WITHDRAWN"],
])("With %o its status at %s is %s", (became, now, status) => {
  expect(statusOf({ ...quoted, ...became, now: at(now) })).toBe(status);
});

test.each([
  [{}, 4, false],
  [{}, 5, true],
  [{}, null, true],
  [{ holding: true }, 5, false],
  [{ orderId: 7 }, 5, false],
  [{ validUntil: at("11:00:00") }, 5, false],
])(
  "With %o and its cart at version %s instead of 4, the cart has changed: %s",
  (became, cartNow, another) => {
    const now = at("11:30:00");
    expect(cartHasChanged({ ...quoted, ...became, now, cartVersion: 4, cartNow })).toBe(another);
  },
);

test.each([
  ["OPEN", true, true],
  ["KEPT", true, true],
  ["EXPIRED", true, false],
  ["ORDERED", false, false],
  ["REQUESTED", false, false],
  ["WITHDRAWN", false, false],
] as const)("%s: can be kept: %s, can be withdrawn: %s", (status, kept, withdrawn) => {
  expect([mayBeKept(status), mayBeWithdrawn(status)]).toEqual([kept, withdrawn]);
});

const vintage = {
  year: 2024,
  claimType: "COMPENSATION",
  impactType: "REMOVAL",
  creditType: "EX_ANTE",
};

test.each([
  [{}, true],
  [{ creditType: "EX_POST" }, true],
  [{ year: 2025 }, false],
  [{ claimType: "CONTRIBUTION" }, false],
  [{ impactType: "REDUCTION" }, false],
])("With %o it is still what was quoted: %s", (changed, still) => {
  expect(isStillQuoted(vintage, { ...vintage, ...changed })).toBe(still);
});

test("Credits quoted as issued are no longer the same once they are only expected", () => {
  expect(isStillQuoted({ ...vintage, creditType: "EX_POST" }, vintage)).toBe(false);
});
