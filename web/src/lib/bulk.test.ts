import {
  decideOnRetirements,
  getRetirementDecisions,
} from "@tonneline/contract/managedRetirements";
import { expect, test, vi } from "vitest";
import { serverOf } from "../test/network.ts";
import { Unreachable } from "./api.ts";
import { decideOnMany } from "./bulk.ts";

test("a bulk decision waits until the last record is done", async () => {
  const done = (id: number) => ({ id, code: null, detail: null });
  const refused = { id: 5, code: "NOT_FOUND", detail: "It is gone." };
  const reads = [[done(4)], [done(4), refused]];
  vi.stubGlobal(
    "fetch",
    serverOf({
      "POST /api/v1/management/retirements/decisions": () =>
        Response.json({ id: 8 }, { status: 202 }),
      "GET /api/v1/management/retirements/decisions/8": () =>
        Response.json({ id: 8, total: 2, results: reads.shift() }),
    }),
  );
  const counts: number[] = [];
  const results = await decideOnMany(
    { start: decideOnRetirements, read: getRetirementDecisions },
    { decision: "confirm", rows: [] },
    { idempotencyKey: "k", onDone: (count) => counts.push(count) },
  );
  expect(counts).toEqual([1, 2]);
  expect([...results]).toEqual([
    [4, undefined],
    [5, expect.objectContaining({ code: "NOT_FOUND" })],
  ]);
});

test.each([500, 503, 429, 404])(
  "a bulk decision whose progress is refused with %i may have been taken",
  async (status) => {
    const refused = { status, code: "ANY", detail: "Not now." };
    vi.stubGlobal(
      "fetch",
      serverOf({
        "POST /api/v1/management/retirements/decisions": () =>
          Response.json({ id: 8 }, { status: 202 }),
        "GET /api/v1/management/retirements/decisions/8": () => Response.json(refused, { status }),
      }),
    );
    const decided = decideOnMany(
      { start: decideOnRetirements, read: getRetirementDecisions },
      { decision: "confirm", rows: [] },
      { idempotencyKey: "k", onDone: () => {} },
    );
    await expect(decided).rejects.toBeInstanceOf(Unreachable);
  },
);
