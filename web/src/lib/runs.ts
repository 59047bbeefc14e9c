import type { BulkRun } from "@tonneline/contract/decisions";
import { create } from "zustand";
import { currentUser } from "./session.ts";

/** A decision that the server holds or carries out, and how it is told; plain data, as the tab keeps it. */
export interface HeldRun {
  run: BulkRun;
  /** When it starts, by the clock of this browser. */
  startsAt: number;
  /** What is decided on. */
  subject: "orders" | "retirements";
  texts: {
    /** What is about to happen: "6 orders will be approved". */
    waits: string;
    /** What starts it at once. */
    now: string;
    /** What was done, once all of it was. */
    told: string;
    /** What the rows are called, by their ids. */
    rows: Readonly<Record<number, string>>;
  };
  /** Where a row is opened. */
  to: string;
  /** The keys of what has to be asked for again when some rows are done. */
  stale: readonly (readonly unknown[])[];
}

// A tab may be handed on: what one operator decides is no concern of the next.
const key = () => `runs:${currentUser()?.username ?? ""}`;

/** What the tab was told of before it was loaded again: it can still be taken back, or what was refused read. */
function stored(): readonly HeldRun[] {
  try {
    return JSON.parse(sessionStorage.getItem(key()) ?? "[]") as HeldRun[];
  } catch {
    return [];
  }
}

/** The operator's decisions that are not over, or ended with something to read. */
export const useRuns = create<{ runs: readonly HeldRun[] }>()(() => ({ runs: stored() }));

useRuns.subscribe(({ runs }) => sessionStorage.setItem(key(), JSON.stringify(runs)));

/** Shows a run in the dock; one that is there already stays as it is. */
export const addRun = (held: HeldRun) =>
  useRuns.setState(({ runs }) => ({
    runs: runs.some(({ run }) => run.id === held.run.id) ? runs : [...runs, held],
  }));

/** Takes a run out of the dock. */
export const removeRun = (id: number) =>
  useRuns.setState(({ runs }) => ({ runs: runs.filter(({ run }) => run.id !== id) }));
