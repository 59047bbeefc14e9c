import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { typedTonnes } from "@tonneline/contract/typed";
import { isRefusal, refusalText } from "../../lib/api.ts";
import { isFinalRefusal } from "../../lib/attempts.ts";
import { whole } from "../../lib/format.ts";
import { showToast } from "../../ui/toast.tsx";
import { vintagesOf, type CartModel, type CartVintage } from "./cart.model.ts";
import { cartKeys, useSetCartVintage } from "./cart.queries.ts";

const saveAfterMs = 600;

export type QuantityProblem = { kind: "notWhole" } | { kind: "refused"; error: unknown };

/** Whether the same quantity would be refused again. */
const stands = (problem: QuantityProblem | undefined) =>
  problem?.kind === "refused" &&
  isFinalRefusal(problem.error) &&
  !isRefusal(problem.error, "RATE_LIMITED");

/**
 * Debounces an action, which also runs at once when the page is left: by unmounting the row, or closing or hiding the
 * tab.
 */
function useWaiting() {
  const [waiting] = useState(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let act: (() => void) | undefined;
    function drop(): void {
      clearTimeout(timer);
      act = undefined;
    }
    function finish(): void {
      const due = act;
      drop();
      due?.();
    }
    function begin(then: () => void): void {
      drop();
      act = then;
      timer = setTimeout(finish, saveAfterMs);
    }
    return { begin, drop, finish };
  });
  useEffect(() => {
    const { finish } = waiting;
    const whenHidden = () => document.hidden && finish();
    window.addEventListener("pagehide", finish);
    document.addEventListener("visibilitychange", whenHidden);
    return () => {
      window.removeEventListener("pagehide", finish);
      document.removeEventListener("visibilitychange", whenHidden);
      finish();
    };
  }, [waiting]);
  return waiting;
}

/** Whether the cached cart still has a vintage: removing a row unmounts it too, and must not save it again. */
function useHolds() {
  const client = useQueryClient();
  return (vintageId: number) =>
    client
      .getQueriesData<CartModel>({ queryKey: cartKeys.all })
      .every(([, cart]) => !cart || vintagesOf(cart).some((row) => row.vintageId === vintageId));
}

/**
 * Reports a refusal by a toast if the row is no longer mounted; returns false while it is, as it shows the refusal
 * itself.
 */
function useToldElsewhere({ year, projectName: project }: CartVintage) {
  const { t } = useTranslation();
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return (error: unknown, credits: number) => {
    const values = { year, project, credits: whole(credits), reason: refusalText(error) };
    if (left.current) showToast({ tone: "bad", text: t("cart.row.notSaved", values) });
    return left.current;
  };
}

/**
 * The quantity of a row while it is edited: saved 600 ms after the last keystroke, or when the field or page is left.
 * A refused quantity stays in the field with its error, whatever the cart has; one that did not reach the server is
 * retried on Enter or blur. Leaving the field empty restores the cart's quantity. A refusal after the page was left
 * is reported on the next one.
 */
export function useQuantityField(row: CartVintage, onRemove: () => void) {
  const { mutateAsync } = useSetCartVintage();
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<QuantityProblem>();
  const waiting = useWaiting();
  const holds = useHolds();
  const isToldElsewhere = useToldElsewhere(row);
  const focused = useRef(false);
  const latest = useRef("");
  const refuse = (error: unknown) => setProblem({ kind: "refused", error });

  async function save(credits: number): Promise<void> {
    waiting.drop();
    const saving = latest.current;
    try {
      await mutateAsync({ vintageId: row.vintageId, credits });
      if (latest.current !== saving) return;
      setProblem(undefined);
      if (!focused.current) setTyped(undefined);
    } catch (error) {
      if (latest.current !== saving || isToldElsewhere(error, credits)) return;
      setTyped(saving);
      refuse(error);
    }
  }

  function change(text: string): void {
    latest.current = text;
    setTyped(text);
    setProblem(undefined);
    waiting.drop();
    const credits = typedTonnes(text);
    // 0 removes the row, but not while it may be the start of another number.
    if (credits) waiting.begin(() => holds(row.vintageId) && void save(credits));
  }

  /** Saves the field without waiting any longer. */
  function commit(): void {
    if (typed === undefined || stands(problem)) return;
    waiting.drop();
    const credits = typedTonnes(typed);
    if (credits === null) setTyped(undefined);
    else if (credits === undefined) setProblem({ kind: "notWhole" });
    else if (credits === 0) onRemove();
    else if (credits === row.quantity) {
      // A request whose response was lost may have been saved all the same.
      setTyped(undefined);
      setProblem(undefined);
    } else void save(credits);
  }

  function leave(): void {
    focused.current = false;
    commit();
  }

  /** Sets the same quantity again, which renews the hold. */
  function holdAgain(): void {
    mutateAsync({ vintageId: row.vintageId, credits: row.quantity }).catch(refuse);
  }

  /** Uses the available quantity instead of the typed one. */
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
