import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { typedTonnes } from "@tonneline/contract/typed";
import { refusalText } from "../../lib/api.ts";
import { isDecided } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { showToast } from "../../ui/toast.tsx";
import { vintagesOf, type CartModel, type CartVintage } from "./cart.model.ts";
import { cartKeys, useSetCartVintage } from "./cart.queries.ts";

const saveDelayMs = 600;

export type QuantityProblem = { kind: "notWhole" } | { kind: "refused"; error: unknown };

/** Whether the same quantity would be refused again. */
const wouldFailAgain = (problem: QuantityProblem | undefined) =>
  problem?.kind === "refused" && isDecided(problem.error);

/**
 * Debounces an action, which also runs at once when the page is left: by unmounting the row, or closing or hiding the
 * tab.
 */
function useDebouncedAction() {
  const [debounced] = useState(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pending: (() => void) | undefined;
    function cancel(): void {
      clearTimeout(timer);
      pending = undefined;
    }
    function flush(): void {
      const action = pending;
      cancel();
      action?.();
    }
    function schedule(action: () => void): void {
      cancel();
      pending = action;
      timer = setTimeout(flush, saveDelayMs);
    }
    return { schedule, cancel, flush };
  });
  useEffect(() => {
    const { flush } = debounced;
    const flushWhenHidden = () => document.hidden && flush();
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flushWhenHidden);
    return () => {
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flushWhenHidden);
      flush();
    };
  }, [debounced]);
  return debounced;
}

/** Whether the cached cart still has a vintage: removing a row unmounts it too, and must not save it again. */
function useCartContains() {
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
function useRefusalToast({ year, projectName: project }: CartVintage) {
  const { t } = useTranslation();
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  return (error: unknown, credits: number) => {
    const values = { year, project, credits: whole(credits), reason: refusalText(error) };
    if (isUnmounted.current) showToast({ tone: "bad", text: t("cart.row.notSaved", values) });
    return isUnmounted.current;
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
  const debounced = useDebouncedAction();
  const cartContains = useCartContains();
  const reportedByToast = useRefusalToast(row);
  const focused = useRef(false);
  const latest = useRef("");
  const showRefusal = (error: unknown) => setProblem({ kind: "refused", error });

  async function save(credits: number): Promise<void> {
    debounced.cancel();
    const saving = latest.current;
    try {
      await mutateAsync({ vintageId: row.vintageId, credits });
      if (latest.current !== saving) return;
      setProblem(undefined);
      if (!focused.current) setTyped(undefined);
    } catch (error) {
      if (latest.current !== saving || reportedByToast(error, credits)) return;
      setTyped(saving);
      showRefusal(error);
    }
  }

  function change(text: string): void {
    latest.current = text;
    setTyped(text);
    setProblem(undefined);
    debounced.cancel();
    const credits = typedTonnes(text);
    // 0 removes the row, but not while it may be the start of another number.
    if (credits) debounced.schedule(() => cartContains(row.vintageId) && void save(credits));
  }

  /** Saves the field without waiting any longer. */
  function commit(): void {
    if (typed === undefined || wouldFailAgain(problem)) return;
    debounced.cancel();
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
  function renewHold(): void {
    mutateAsync({ vintageId: row.vintageId, credits: row.quantity }).catch(showRefusal);
  }

  /** Uses the available quantity instead of the typed one. */
  function useAvailable(credits: number): void {
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
    useAvailable,
    renewHold,
  };
}
