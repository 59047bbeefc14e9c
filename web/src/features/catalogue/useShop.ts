import type { Vintage } from "@tonneline/contract/catalogue";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { isRefusal } from "../../lib/api.ts";
import { whole } from "../../lib/format.ts";
import { vintagesOf } from "../cart/cart.model.ts";
import { useCart, useSetCartVintage } from "../cart/cart.queries.ts";
import { catalogueKeys } from "./catalogue.queries.ts";
import { differsFromAccepted, shopLines, shopSum } from "./shop.ts";
import type { InCart, ShopLine } from "./shop.ts";
import { useShopToasts } from "./useShopToasts.ts";

/**
 * Why a press of the button did nothing: nothing was entered, a quantity is invalid, or the cart, unknown until then, has
 * it already.
 */
type Note = "nothing" | "fixFirst" | "already" | null;

/** What an early press waits for: the cart's first response, or that of the write in flight. */
type EarlyPress = "cart" | "write";

/** The outcome of pressing the button. */
export interface Added {
  /** Tonnes of this project now in the cart. */
  tonnes: number;
  wasInCart: boolean;
  /** Whether any line was accepted. */
  changed: boolean;
  /** Vintages refused for a reason other than their quantity. */
  failures: { year: number; error: unknown }[];
}

/** The requested and the available quantity of a vintage, in tonnes. */
interface TooMany {
  credits: number;
  available: number;
}

interface Offered {
  vintages: readonly Vintage[];
  /** Projects whose pages show different figures after a purchase. */
  projectIds: readonly number[];
}

/** The vintages with the buyer's input and the cart's content, and the single button that reconciles them. */
export function useShop({ vintages, projectIds }: Offered) {
  const client = useQueryClient();
  const { inCart, cartFailed, cartPending } = useInCart(vintages);
  const setVintage = useSetCartVintage();
  const toasts = useShopToasts();
  const table = useRef<HTMLTableElement>(null);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [refused, setRefused] = useState<ReadonlyMap<number, TooMany>>(new Map());
  const [note, setNote] = useState<Note>(null);
  const [sent, setSent] = useState<ReadonlyMap<number, number>>(nothingSent);

  const lines = shopLines(vintages, inCart, typed, refused);
  const changed = lines.filter((line) => line.changed);
  const isSending = sent.size > 0;
  // A quantity was corrected while the previous one is being written.
  const isCorrected = isSending && lines.some((line) => differsFromSent(line, sent));

  const early = useEarlyPress(cartPending || isSending, (press) => {
    // A buyer who could not see the cart's content did not ask to lower it.
    const wasHidden = lines.some((line) => line.inCart > 0 && typed.has(line.vintage.id));
    if (press === "cart" && wasHidden) setNote("already");
    else void submit();
  });

  /** Shows why nothing was added and focuses the field that needs attention. */
  function showProblem(reason: "nothing" | "fixFirst") {
    setNote(reason);
    const field = reason === "nothing" ? "input" : 'input[aria-invalid="true"]';
    table.current?.querySelector<HTMLInputElement>(field)?.focus();
  }

  async function add(): Promise<void> {
    const wasInCart = inCart.size > 0;
    const { done, tooMany, failures } = await setEach(changed, setVintage.mutateAsync);
    setRefused(new Map([...refused, ...tooMany]));
    setTyped(
      (current) =>
        new Map([...current].filter(([id, text]) => differsFromAccepted(text, done.get(id)))),
    );
    for (const id of projectIds)
      void client.invalidateQueries({ queryKey: catalogueKeys.project(id) });
    void client.invalidateQueries({ queryKey: catalogueKeys.compared });
    const tonnes = lines
      .filter((line) => done.has(line.vintage.id) || !line.changed)
      .reduce((sum, line) => sum + line.tonnes, 0);
    toasts.added({ tonnes, wasInCart, changed: done.size > 0, failures });
  }

  async function submit(): Promise<void> {
    setNote(null);
    if (cartPending && typed.size > 0) return early.defer("cart");
    if (isSending) return isCorrected ? early.defer("write") : undefined;
    if (lines.some((line) => line.problem)) return showProblem("fixFirst");
    if (changed.length === 0) return showProblem("nothing");
    setSent(new Map(changed.map(({ vintage, tonnes }) => [vintage.id, tonnes])));
    await add();
    setSent(nothingSent);
  }

  return {
    lines,
    sum: shopSum(lines),
    hasInCart: inCart.size > 0,
    hasChanges: lines.some((line) => line.changed || line.problem),
    cartFailed,
    note,
    /** A press would have no effect now: the input is being sent, or waiting for its turn. */
    busy: early.isDeferred || (isSending && !isCorrected),
    table,
    inCartOf: (vintageId: number) => inCart.get(vintageId),
    /** The text of a vintage's field. */
    textOf: (line: ShopLine) =>
      typed.get(line.vintage.id) ?? (line.inCart > 0 ? whole(line.inCart) : ""),
    type(vintageId: number, text: string) {
      setTyped((current) => new Map(current).set(vintageId, text));
      setNote(null);
    },
    submit: () => void submit(),
  };
}
export type Shop = ReturnType<typeof useShop>;

/** Retains a press that came too early, and acts on it once nothing blocks it, using the input at that time. */
function useEarlyPress(isBlocked: boolean, act: (press: EarlyPress) => void) {
  const [deferred, defer] = useState<EarlyPress>();
  useEffect(() => {
    if (!deferred || isBlocked) return;
    defer(undefined);
    act(deferred);
  });
  return { defer, isDeferred: deferred !== undefined };
}

/** Tonnes being sent to the cart, by vintage id. */
const nothingSent: ReadonlyMap<number, number> = new Map();

/** Whether a line differs from what is in the cart or being sent to it. */
function differsFromSent(line: ShopLine, sent: ReadonlyMap<number, number>): boolean {
  return line.problem !== undefined || line.tonnes !== (sent.get(line.vintage.id) ?? line.inCart);
}

/** Returns what the cart has of the vintages, by vintage id. */
function useInCart(vintages: readonly Vintage[]) {
  const cart = useCart();
  const inCart = useMemo(() => {
    const rows = cart.data ? vintagesOf(cart.data) : [];
    const offered = new Set(vintages.map(({ id }) => id));
    return new Map<number, InCart>(
      rows
        .filter(({ vintageId }) => offered.has(vintageId))
        .map((row) => [
          row.vintageId,
          { credits: row.quantity, reserved: row.reservedTo !== null },
        ]),
    );
  }, [cart.data, vintages]);

  return { inCart, cartFailed: cart.isError && !cart.data, cartPending: cart.isPending };
}

/** Sets one vintage after another: the cart is one row on the server, and a refusal belongs to its own vintage. */
async function setEach(
  lines: readonly ShopLine[],
  set: (asked: { vintageId: number; credits: number }) => Promise<unknown>,
) {
  const done = new Map<number, number>();
  const tooMany = new Map<number, TooMany>();
  const failures: Added["failures"] = [];
  for (const { vintage, tonnes } of lines) {
    try {
      await set({ vintageId: vintage.id, credits: tonnes });
      done.set(vintage.id, tonnes);
    } catch (error) {
      if (isRefusal(error, "INSUFFICIENT_CREDITS"))
        tooMany.set(vintage.id, { credits: tonnes, available: error.problem.available ?? 0 });
      else failures.push({ year: vintage.year, error });
    }
  }
  return { done, tooMany, failures };
}
