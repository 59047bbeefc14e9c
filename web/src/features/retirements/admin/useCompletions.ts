import {
  decideOnRetirements,
  getRetirementDecisions,
  type ManagedRetirement,
} from "@tonneline/contract/managedRetirements";
import { useCallback, useState } from "react";
import { decideOnMany } from "../../../lib/bulk.ts";
import { instantOfDay } from "../../../lib/days.ts";
import { today } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { serverNow } from "../../../lib/session.ts";
import { runTogether } from "../../../ui/table/runEach.ts";
import { useRefreshRetirements } from "./admin.queries.ts";
import { hasInput, newCompletion, entryErrors, type Completion } from "./completion.ts";
import { assignCells, type ColumnName, type Pasted } from "./pasted.ts";
import { useSerialChecks } from "./serialChecks.queries.ts";

/** "done", or the error. */
export type Outcome = "done" | { error: unknown };

const calls = { start: decideOnRetirements, read: getRetirementDecisions };

const serialsOf = ({ serialNumberFrom, serialNumberTo }: Completion) => ({
  serialNumberFrom,
  serialNumberTo,
});

/** The input and outcome of each retirement; `open` are those that are not completed yet. */
function useEntries(retirements: readonly ManagedRetirement[]) {
  const [entries, setEntries] = useState<ReadonlyMap<number, Completion>>(
    () => new Map(retirements.map(({ id }) => [id, newCompletion()])),
  );
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const open = retirements.filter(({ id }) => outcomes.get(id) !== "done");

  const change = useCallback((id: number, part: Partial<Completion>) => {
    setEntries((before) => new Map(before).set(id, { ...before.get(id)!, ...part }));
    // The server's error was about the previous input.
    setOutcomes((before) => new Map([...before].filter(([each]) => each !== id)));
  }, []);

  return { entries, outcomes, setOutcomes, open, change };
}

/** Pastes cells over the open retirements, and reports the result of the last paste. */
function usePasting(
  open: readonly ManagedRetirement[],
  change: (id: number, part: Partial<Completion>) => void,
) {
  const [pasted, setPasted] = useState<Pasted>();

  function paste(cells: string[][], at: { id: number; column: ColumnName }, left?: number) {
    const ids = open.map(({ id }) => id);
    const next = assignCells(cells, ids, at);
    for (const [id, part] of next.entries) change(id, part);
    setPasted(left === undefined ? next : { ...next, left });
  }

  return {
    pasted,
    paste,
    /** Fills in the lines of a registry's answer; lines for other retirements are counted and skipped. */
    answer(cells: string[][]) {
      const [first] = open;
      if (!first) return;
      const known = cells.filter(([id]) => open.some((each) => each.id === Number(id)));
      const at = { id: first.id, column: "serialNumberFrom" as const };
      paste(known, at, cells.length - known.length);
    },
    forget: () => setPasted(undefined),
  };
}

/** The input and outcomes of many retirements; all rows with input are completed in one run on the server. */
export function useCompletions(retirements: readonly ManagedRetirement[]) {
  const refresh = useRefreshRetirements();
  const { entries, outcomes, setOutcomes, open, change } = useEntries(retirements);
  const pasting = usePasting(open, change);
  const [dayOfAll, setDayOfAll] = useState(today());
  const [submitted, setSubmitted] = useState(false);
  const [processed, setProcessed] = useState<number>();
  // One time for all attempts: a retry must send an identical request, or its idempotency key would not match.
  const [{ keyOf, openedAt }] = useState(() => ({
    keyOf: keyring(),
    openedAt: new Date(serverNow()),
  }));
  const checks = useSerialChecks(
    open.map(({ id }) => ({ id, blocks: [serialsOf(entries.get(id)!)] })),
  );
  const started = open.filter(({ id }) => hasInput(entries.get(id)!));

  function requestOf(id: number) {
    const { retiredAt, registryUrl, ...serials } = entries.get(id)!;
    return {
      ...serials,
      registryUrl: registryUrl.trim(),
      retiredAt: instantOfDay(retiredAt, openedAt),
    };
  }

  /** Resolves to true if all of them are completed, false if something must be corrected. */
  async function run(): Promise<boolean> {
    setSubmitted(true);
    const hasErrors = started.some(
      ({ id, year }) => Object.keys(entryErrors(entries.get(id)!, year)).length > 0,
    );
    if (started.length === 0 || hasErrors) return false;
    setProcessed(0);
    const rows = started.map(({ id }) => ({ id, asks: requestOf(id) }));
    const body = { decision: "complete" as const, rows };
    const results = await runTogether(
      started,
      ({ id }) => id,
      () => decideOnMany(calls, body, { idempotencyKey: keyOf(body), onDone: setProcessed }),
    );
    setProcessed(undefined);
    setSubmitted(false);
    pasting.forget();
    void refresh();
    const next = new Map(outcomes);
    for (const { row, error } of results)
      next.set(row.id, error === undefined ? "done" : { error });
    setOutcomes(next);
    return retirements.every(({ id }) => next.get(id) === "done");
  }

  return {
    entries,
    outcomes,
    /** The problems of complete serial numbers, before they are sent. */
    checks,
    dayOfAll,
    pasted: pasting.pasted,
    submitted,
    /** The number of rows processed so far. */
    processed,
    open,
    done: retirements.filter(({ id }) => outcomes.get(id) === "done"),
    started,
    failed: open.filter(({ id }) => outcomes.has(id)),
    change,
    changeDayOfAll(day: string) {
      setDayOfAll(day);
      for (const { id } of open) change(id, { retiredAt: day });
    },
    paste: pasting.paste,
    answer: pasting.answer,
    run,
  };
}
export type Completions = ReturnType<typeof useCompletions>;
