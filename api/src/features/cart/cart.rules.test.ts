import { describe, expect, test } from "vitest";
import {
  changedFacts,
  contentChanged,
  holdHasEnded,
  isPurchasable,
  listPriceOf,
  needsSettling,
  priceAt,
  settle,
  type Line,
  type Offer,
  type Shown,
} from "./cart.rules.ts";

const now = new Date("2026-06-01T12:00:00Z");
const before = (ms: number) => new Date(now.getTime() - ms);
const later = new Date("2026-06-01T12:00:00.001Z");

const common = {
  year: 2022,
  claimType: "COMPENSATION",
  impactType: "REMOVAL_SHORT",
  creditType: "EX_POST",
} as const;
const shown: Shown = { ...common, priceCents: 1_050, purchasable: true };
const offer: Offer = {
  ...common,
  priceCents: 1_050,
  listCents: 1_050,
  projectStatus: "AVAILABLE",
  hidden: false,
  withdrawn: false,
};

/** A line of ten tonnes with an unexpired hold, shown as currently offered. */
function aLine(changes: Partial<Omit<Line, "offer" | "shown">> = {}, offered: Partial<Offer> = {}) {
  const held: Line = { quantity: 10, reserved: 10, reservedTo: later, shown, offer };
  return { ...held, ...changes, offer: { ...offer, ...offered } };
}

const ended = { reserved: 0, reservedTo: null };

test("A company pays less if its price list covers the project's type", () => {
  const facts = { projectId: 1, registryId: 3, developerId: 4, countries: [], listCents: 1_000 };
  const offered = { ...common, ...facts, typeId: 2 };
  const terms = [{ rules: [{ projectType: [2], percent: 10 }], cents: null }];
  expect(priceAt({ ...offered, terms })).toBe(900);
  expect(priceAt({ ...offered, typeId: 5, terms })).toBe(1_000);
  expect(priceAt({ ...offered, terms: null })).toBe(1_000);
});

test.each<[string, number | null, object]>([
  ["is said where it is higher", 1_051, { listPrice: 10.51 }],
  ["is not said twice", 1_050, {}],
  ["is not said where it is lower than what the buyer was shown", 1_049, {}],
  ["is on request where only the company has one", null, { listPrice: null }],
])("The list price beside that of a line %s", (_what, listCents, expected) => {
  expect(listPriceOf(aLine({}, { listCents }))).toEqual(expected);
});

describe("A vintage can be bought", () => {
  test.each<[string, Partial<Offer>, boolean]>([
    ["when it is offered at a price", {}, true],
    ["even for nothing", { priceCents: 0 }, true],
    ["but not without a price", { priceCents: null }, false],
    ["but not of a hidden project", { hidden: true }, false],
    ["but not withdrawn", { withdrawn: true }, false],
    ["but not of a project that is sold out", { projectStatus: "SOLD_OUT" }, false],
    ["but not of one that pauses", { projectStatus: "TEMPORARILY_UNAVAILABLE" }, false],
  ])("%s", (_when, changes, can) => {
    expect(isPurchasable({ ...offer, ...changes })).toBe(can);
  });
});

test.each([
  ["a moment before its end", later, false],
  ["at its end", now, true],
  ["after its end", before(1), true],
  ["when there is none", null, true],
])("A hold is over %s", (_when, reservedTo, over) => {
  expect(holdHasEnded({ reservedTo }, now)).toBe(over);
});

describe("A line is settled", () => {
  test.each<[string, Line, boolean]>([
    ["not while it is held and shows what is offered", aLine(), false],
    ["when its hold is over", aLine({ reservedTo: now }), true],
    ["when its price is another", aLine({}, { priceCents: 1_051 }), true],
    ["not when its price went, as long as it was shown as not for sale", notForSale(), false],
    ["when it is of another year", aLine({}, { year: 2023 }), true],
    ["when its claim changed", aLine({}, { claimType: "CONTRIBUTION" }), true],
    ["when its impact changed", aLine({}, { impactType: "MIXED" }), true],
    ["when its credit type changed", aLine({}, { creditType: "EX_ANTE" }), true],
    ["when it can no longer be bought", aLine({}, { projectStatus: "SOLD_OUT" }), true],
    ["when it is hidden", aLine({}, { hidden: true }), true],
    ["when it is withdrawn", aLine({}, { withdrawn: true }), true],
    ["as long as it is hidden", { ...notForSale(), offer: { ...offer, hidden: true } }, true],
    ["as long as it is withdrawn", { ...notForSale(), offer: { ...offer, withdrawn: true } }, true],
  ])("%s", (_when, line, due) => {
    expect(needsSettling(line, now, true)).toBe(due);
  });

  function notForSale(): Line {
    return { ...aLine({}, { priceCents: null }), shown: { ...shown, purchasable: false } };
  }
});

describe("A buyer who looks", () => {
  const look = (line: Line, available: number) => settle(line, available, now, true);

  test("keeps a running hold and its end, however few others are left", () => {
    expect(look(aLine(), 0)).toEqual({
      quantity: 10,
      reserved: 10,
      renewed: false,
      shown,
      changes: [],
    });
  });

  test.each([
    ["more than enough are left", 11, {}],
    ["just enough are left", 10, {}],
    ["enough are left with those still held for the line", 6, { reserved: 4 }],
  ])("has an expired hold renewed when %s", (_when, available, held) => {
    const settled = look(aLine({ ...ended, ...held }), available);
    expect(settled).toMatchObject({ quantity: 10, reserved: 10, renewed: true, changes: [] });
  });

  test("is told how many of the held tonnes are left", () => {
    const settled = look(aLine(ended), 9);
    expect(settled).toMatchObject({ quantity: 9, reserved: 9, renewed: true });
    expect(settled.changes).toEqual([
      {
        code: "cart.vintage.removed",
        before: 10,
        after: 9,
        reason: "Its hold had ended and fewer credits are left.",
      },
    ]);
  });

  test("is told of the new price before the reduced tonnes", () => {
    const settled = look(aLine(ended, { priceCents: 900 }), 1);
    expect(settled.changes.map(({ code }) => code)).toEqual([
      "cart.vintage.price.changed",
      "cart.vintage.removed",
    ]);
  });

  test("loses the line if none are left, and is told why", () => {
    expect(look(aLine(ended), 0)).toEqual({
      quantity: 0,
      reserved: 0,
      renewed: false,
      shown,
      changes: [
        {
          code: "cart.vintage.removed",
          reason: "Its hold had ended and no credits are left.",
        },
      ],
    });
  });

  test("keeps the line of a paused project without a hold", () => {
    const settled = look(aLine({ reservedTo: now }, { projectStatus: "SOLD_OUT" }), 100);
    expect(settled).toMatchObject({ quantity: 10, reserved: 0, renewed: false });
    expect(settled.changes).toEqual([{ code: "cart.project.temporarily.unavailable" }]);
  });
});

describe("News from the catalogue", () => {
  const news = (line: Line, available = 100) => settle(line, available, now, false);

  test("never renew an expired hold", () => {
    const settled = news(aLine(ended, { priceCents: 900 }));
    expect(settled).toMatchObject({ quantity: 10, reserved: 0, renewed: false });
  });

  test("leave a hold that has just expired to the sweep", () => {
    expect(news(aLine({ reservedTo: now }))).toMatchObject({ reserved: 10, renewed: false });
  });

  test.each([{ hidden: true }, { withdrawn: true }])("take a line out: %j", (gone) => {
    expect(news(aLine({}, gone))).toMatchObject({
      quantity: 0,
      reserved: 0,
      renewed: false,
      changes: [{ code: "cart.vintage.removed", reason: "It is no longer offered." }],
    });
  });

  test.each<[string, Partial<Offer>, object[]]>([
    [
      "a price in euros",
      { priceCents: 1_125 },
      [{ code: "cart.vintage.price.changed", before: 10.5, after: 11.25 }],
    ],
    [
      "a price that went: the project is not for sale",
      { priceCents: null },
      [{ code: "cart.project.temporarily.unavailable" }],
    ],
    [
      "a claim",
      { claimType: "CONTRIBUTION" },
      [{ code: "cart.claim.type.changed", before: "COMPENSATION", after: "CONTRIBUTION" }],
    ],
    [
      "an impact",
      { impactType: "MIXED" },
      [{ code: "cart.impact.type.changed", before: "REMOVAL_SHORT", after: "MIXED" }],
    ],
    ["a year", { year: 2023 }, [{ code: "cart.vintage.year.changed", before: 2022, after: 2023 }]],
    [
      "credits that are not issued yet",
      { creditType: "EX_ANTE" },
      [{ code: "cart.vintage.credit.ex-ante", before: "EX_POST", after: "EX_ANTE" }],
    ],
  ])("tell of %s", (_what, offered, changes) => {
    const settled = news(aLine({}, offered));
    expect(settled.changes).toEqual(changes);
    expect(settled.quantity).toBe(10);
  });

  test("tell when ex-ante credits were issued", () => {
    const forward = { ...aLine(), shown: { ...shown, creditType: "EX_ANTE" as const } };
    expect(news(forward).changes).toEqual([
      { code: "cart.vintage.credit.ex-post", before: "EX_ANTE", after: "EX_POST" },
    ]);
  });

  test("show the last price of an item that no longer has one", () => {
    expect(news(aLine({}, { priceCents: null })).shown).toMatchObject({
      priceCents: 1_050,
      purchasable: false,
    });
  });

  test("are silent about a project that is for sale again", () => {
    const paused = { ...aLine(), shown: { ...shown, purchasable: false } };
    expect(news(paused)).toMatchObject({ changes: [], shown: { purchasable: true } });
  });
});

describe("The cart has changed", () => {
  const kept = { quantity: 10, reserved: 10, renewed: false, shown, changes: [] };

  test.each([
    ["not when nothing changed", {}, false],
    ["not when a hold began again", { renewed: true }, false],
    ["not when a hold ended", { reserved: 0 }, false],
    ["when fewer tonnes are left", { quantity: 9 }, true],
    ["when there is something to tell", { changes: [{ code: "cart.vintage.removed" }] }, true],
    ["when a line can no longer be bought", { shown: { ...shown, purchasable: false } }, true],
  ])("%s", (_when, changes, another) => {
    expect(contentChanged(aLine(), { ...kept, ...changes } as never)).toBe(another);
  });
});

describe("What the page lists for a settled line", () => {
  const kept = { quantity: 10, reserved: 10, renewed: false, shown, changes: [] };
  test.each<[string, Partial<typeof kept>, unknown[]]>([
    ["is nothing where nothing differs", {}, []],
    [
      "is only that it left, whatever else changed",
      { quantity: 0, shown: { ...shown, priceCents: 1 } },
      [{ fact: "removed", before: null, after: null }],
    ],
    ["are the tonnes that are left", { quantity: 4 }, [{ fact: "quantity", before: 10, after: 4 }]],
    [
      "is the price in euros",
      { shown: { ...shown, priceCents: 1_051 } },
      [{ fact: "price", before: 10.5, after: 10.51 }],
    ],
    [
      "are the facts that differ",
      { shown: { ...shown, year: 2023, purchasable: false } },
      [
        { fact: "year", before: 2022, after: 2023 },
        { fact: "purchasable", before: true, after: false },
      ],
    ],
  ])("%s", (_what, settled, facts) => {
    expect(changedFacts(aLine(), { ...kept, ...settled })).toEqual(facts);
  });
});

test("A line that is off sale needs no further settling once its hold is released", () => {
  const off = { projectStatus: "TEMPORARILY_UNAVAILABLE" } as const;
  const told = { ...shown, purchasable: false };
  expect(needsSettling({ ...aLine(ended, off), shown: told }, now, true)).toBe(false);
  const held = aLine({ reservedTo: now }, off);
  expect(needsSettling({ ...held, shown: told }, now, true)).toBe(true);
  expect(needsSettling(aLine(ended), now, true)).toBe(true);
});

test("An expired hold only needs settling if it is to be renewed, unlike other changes", () => {
  expect(needsSettling(aLine(ended), now, false)).toBe(false);
  expect(needsSettling(aLine(ended, { priceCents: 1 }), now, false)).toBe(true);
});
