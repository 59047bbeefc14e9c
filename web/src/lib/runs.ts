import type { BulkRun } from "@tonneline/contract/decisions";
import { create } from "zustand";
import { currentUser } from "./session.ts";

/** A decision that the server holds or carries out, with its texts; plain data, as it is stored in the tab. */
export interface ScheduledRun {
  run: BulkRun;
  /** When it starts, by this browser's clock. */
  startsAt: number;
  /** The kind of records decided on. */
  subject: "orders" | "retirements";
  texts: {
    /** The announcement: "6 orders will be approved". */
    pending: string;
    /** The label of the button that starts it at once. */
    startNow: string;
    /** The message after all of it succeeded. */
    succeeded: string;
    /** The labels of the rows, by id. */
    rows: Readonly<Record<number, string>>;
  };
  /** The path under which a row is opened. */
  to: string;
  /** The query keys to invalidate when some rows are done. */
  stale: readonly (readonly unknown[])[];
}

// Tabs are shared: one operator's decisions must not show up for the next.
const key = () => `runs:${currentUser()?.username ?? ""}`;

/** Returns the runs stored before a reload: they can still be undone, or their refusals read. */
function loadStoredRuns(): readonly ScheduledRun[] {
  try {
    return JSON.parse(sessionStorage.getItem(key()) ?? "[]") as ScheduledRun[];
  } catch {
    return [];
  }
}

/** The operator's decisions that are still running, or ended with something to read. */
export const useRuns = create<{ runs: readonly ScheduledRun[] }>()(() => ({
  runs: loadStoredRuns(),
}));

useRuns.subscribe(({ runs }) => sessionStorage.setItem(key(), JSON.stringify(runs)));

/** Shows a run in the dock; a duplicate is ignored. */
export const addRun = (scheduled: ScheduledRun) =>
  useRuns.setState(({ runs }) => ({
    runs: runs.some(({ run }) => run.id === scheduled.run.id) ? runs : [...runs, scheduled],
  }));

/** Removes a run from the dock. */
export const removeRun = (id: number) =>
  useRuns.setState(({ runs }) => ({ runs: runs.filter(({ run }) => run.id !== id) }));
