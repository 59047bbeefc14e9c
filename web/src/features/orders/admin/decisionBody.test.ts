import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { decisionBody, missingIn, type DecisionInput } from "./decisionBody.ts";
import type { Decidable } from "./decisions.ts";

const openedAt = new Date("2024-03-20T09:30:00.000Z");
const nothing: DecisionInput = {
  day: "2024-03-20",
  reason: "",
  checks: {},
  evidence: {},
  limitReason: "",
};
const t = ((key: string) => key.split(".").at(-1)) as unknown as TFunction;

const order = (id: number, rest: Partial<Decidable> = {}): Decidable => ({
  id,
  username: "ilse@lumenhof.example",
  companyName: "Lumenhof Hotels GmbH",
  status: "AWAITING_APPROVAL",
  totalPriceGross: 10,
  open: 0,
  vatCategory: "S",
  vatNumber: "DE123456789",
  vatNumberLooksRight: true,
  createdAt: "2024-03-16T10:00:00.000Z",
  knownVatCheck: null,
  overLimit: null,
  changedVat: null,
  ...rest,
});
const abroad = order(4, { vatCategory: "AE" });
const above = order(5, { overLimit: { owed: 900, limit: 500 } });

test("An approval contains for each order only what that order requires, oldest first", () => {
  const input: DecisionInput = {
    ...nothing,
    checks: { 4: "INVALID" },
    evidence: { 4: "Entry in the trade register" },
    limitReason: "A bank stands for them",
  };
  expect(decisionBody("approve", [above, abroad, order(1)], input, openedAt)).toEqual({
    decision: "approve",
    rows: [
      { id: 1, asks: {} },
      {
        id: 4,
        asks: {
          vatCheck: {
            result: "INVALID",
            on: "2024-03-20",
            evidence: "Entry in the trade register",
          },
        },
      },
      { id: 5, asks: { limitReason: "A bank stands for them" } },
    ],
  });
});

test("A payment dated to an earlier day gets its noon, and a rejection has its reason and the status that was seen", () => {
  const paid = decisionBody("pay", [order(2)], { ...nothing, day: "2024-03-18" }, openedAt);
  expect(paid.rows).toEqual([{ id: 2, asks: { paidAt: "2024-03-18T12:00:00.000Z" } }]);
  const rejected = decisionBody("reject", [order(2)], { ...nothing, reason: "Not ours" }, openedAt);
  expect(rejected.rows).toEqual([
    { id: 2, asks: { reason: "Not ours", from: "AWAITING_APPROVAL" } },
  ]);
});

test.each<[Parameters<typeof missingIn>[1], string | undefined, Decidable, Partial<DecisionInput>]>(
  [
    ["approve", undefined, order(1), { day: "" }],
    ["approve", "checkMissing", abroad, {}],
    ["approve", undefined, abroad, { checks: { 4: "VALID" } }],
    ["approve", "dateMissing", abroad, { checks: { 4: "VALID" }, day: "" }],
    ["approve", "evidenceMissing", abroad, { checks: { 4: "INVALID" } }],
    ["approve", "allLater", abroad, { checks: { 4: "LATER" } }],
    ["approve", "missing", above, { limitReason: "ok" }],
    ["approve", undefined, above, { limitReason: "yes" }],
    ["pay", "paidEarly", order(1), { day: "2024-03-15" }],
    ["pay", undefined, order(1), { day: "2024-03-16" }],
    ["pay", "dateMissing", order(1), { day: "9999-12-31" }],
    ["reject", "reasonMissing", order(1), { reason: "no" }],
    ["reject", undefined, order(1), { reason: "non" }],
  ],
)("An operator who is about to %s an order sees: %s", (decision, missing, one, part) => {
  expect(missingIn(t, decision, [one], { ...nothing, ...part })).toBe(missing);
});
