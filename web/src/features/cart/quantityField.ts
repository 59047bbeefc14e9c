import { useEffect, useRef, useState } from "react";
import { typedTonnes } from "@tonneline/contract/typed";
import { isRefusal } from "../../lib/api.ts";
import { isDefinite } from "../../lib/attempts.ts";
import { whole } from "../../lib/format.ts";
import type { CartVintage } from "./cart.model.ts";
import { useSetCartVintage } from "./cart.queries.ts";

const saveAfterMs = 600;

export type QuantityProblem = { kind: "notWhole" } | { kind: "refused"; error: unknown };

/** Whether the very same quantity would be refused again. */
const stands = (problem: QuantityProblem | undefined) =>
  problem?.kind === "refused" &&
  isDefinite(problem.error) &&
  !isRefusal(problem.error, "RATE_LIMITED");

/**
 * The quantity of a row while it is edited: saved 600 ms after the last key, or on leaving the field. A refused quantity
 * stays in the field with its problem, whatever the cart says; one that did not reach the server is sent again by Enter or
 * on leaving. Leaving it empty goes back to the cart's.
 */
export function useQuantityField(row: CartVintage, onRemove: () => void) {
  const { mutateAsync } = useSetCartVintage();
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<QuantityProblem>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const focused = useRef(false);
  const latest = useRef("");
  useEffect(() => () => clearTimeout(timer.current), []);

  async function save(credits: number): Promise<void> {
    clearTimeout(timer.current);
    const saving = latest.current;
    try {
      await mutateAsync({ vintageId: row.vintageId, credits });
      if (latest.current !== saving) return;
      setProblem(undefined);
      if (!focused.current) setTyped(undefined);
    } catch (error) {
      if (latest.current !== saving) return;
      setTyped(saving);
      setProblem({ kind: "refused", error });
    }
  }

  function change(text: string): void {
    latest.current = text;
    setTyped(text);
    setProblem(undefined);
    clearTimeout(timer.current);
    const credits = typedTonnes(text);
    // 0 removes the row: not while it may be the beginning of something else.
    if (credits) timer.current = setTimeout(() => void save(credits), saveAfterMs);
  }

  /** Saves what stands in the field without waiting any longer. */
  function commit(): void {
    if (typed === undefined || stands(problem)) return;
    clearTimeout(timer.current);
    const credits = typedTonnes(typed);
    if (credits === null) setTyped(undefined);
    else if (credits === undefined) setProblem({ kind: "notWhole" });
    else if (credits === 0) onRemove();
    else if (credits === row.quantity) {
      // A lost answer may have saved it all the same.
      setTyped(undefined);
      setProblem(undefined);
    } else void save(credits);
  }

  function leave(): void {
    focused.current = false;
    commit();
  }

  /** Sets the same quantity again: the hold begins again. */
  function holdAgain(): void {
    mutateAsync({ vintageId: row.vintageId, credits: row.quantity }).catch((error: unknown) =>
      setProblem({ kind: "refused", error }),
    );
  }

  /** Takes what is left instead of what was typed. */
  function use(credits: number): void {
    latest.current = String(credits);
    setTyped(undefined);
    setProblem(undefined);
    void save(credits);
  }

  return {
    text: typed ?? whole(row.quantity),
    problem,
    change,
    enter: () => (focused.current = true),
    leave,
    commit,
    use,
    holdAgain,
  };
}
