import { expect, test, vi } from "vitest";
import { tokenFor } from "../test/tokens.ts";
import type { ScheduledRun } from "./runs.ts";

/** Returns the runs that a freshly loaded page finds in this tab. */
async function runsOf(username: string) {
  vi.resetModules();
  const { storeTokens } = await import("./session.ts");
  storeTokens({ authToken: tokenFor({ username }), refreshToken: "refresh" });
  const { addRun, removeRun, useRuns } = await import("./runs.ts");
  return { addRun, removeRun, runs: useRuns.getState().runs };
}

const startsAt = "2024-03-18T12:00:10.000Z";
const scheduled: ScheduledRun = {
  run: { id: 7, total: 1, state: "WAITING", startsAt, results: [] },
  startsAt: Date.parse(startsAt),
  subject: "orders",
  texts: {
    pending: "One order will be approved",
    startNow: "Approve now",
    succeeded: "1 order",
    rows: {},
  },
  to: "/management/orders",
  stale: [["management", "orders"]],
};

test("a held decision survives a reload of the tab until it is done, and is not shown to another user there", async () => {
  const { addRun } = await runsOf("noor@tonneline.example");
  addRun(scheduled);

  expect((await runsOf("mira@tonneline.example")).runs).toEqual([]);
  const { runs, removeRun } = await runsOf("noor@tonneline.example");
  expect(runs).toEqual([scheduled]);
  removeRun(scheduled.run.id);
  expect((await runsOf("noor@tonneline.example")).runs).toEqual([]);
});
