import type { BulkRun, bulkHasten, bulkRead, bulkStop } from "@tonneline/contract/decisions";
import { create } from "zustand";

/** A decision that the server holds or carries out, and how it is told. */
export interface HeldRun {
  run: BulkRun;
  /** When it starts, by the clock of this browser. */
  startsAt: number;
  calls: {
    read: ReturnType<typeof bulkRead>;
    stop: ReturnType<typeof bulkStop>;
    hasten: ReturnType<typeof bulkHasten>;
  };
  texts: {
    /** What is about to happen: "6 orders will be approved". */
    waits: string;
    /** What starts it at once. */
    now: string;
    told: (count: number) => string;
    /** What a row is called. */
    row: (id: number) => string;
  };
  /** Where a row is opened. */
  to: string;
  /** Some rows are done: lists have to be asked for again. */
  onActed: () => void;
}

/** The operator's decisions that are not over, or ended with something to read. */
export const useRuns = create<{ runs: readonly HeldRun[] }>()(() => ({ runs: [] }));

/** Shows a run in the dock; one that is there already stays as it is. */
export const keepRun = (held: HeldRun) =>
  useRuns.setState(({ runs }) => ({
    runs: runs.some(({ run }) => run.id === held.run.id) ? runs : [...runs, held],
  }));

/** Takes a run out of the dock. */
export const dropRun = (id: number) =>
  useRuns.setState(({ runs }) => ({ runs: runs.filter(({ run }) => run.id !== id) }));
