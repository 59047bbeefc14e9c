import type { Vintage } from "@tonneline/contract/catalogue";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { isRefusal } from "../../lib/api.ts";
import { whole } from "../../lib/format.ts";
import { vintagesOf } from "../cart/cart.model.ts";
import { useCart, useSetCartVintage } from "../cart/cart.queries.ts";
import { catalogueKeys } from "./catalogue.queries.ts";
import { saysElse, shopLines, shopSum } from "./shop.ts";
import type { InCart, ShopLine } from "./shop.ts";
import { useShopToasts } from "./useShopToasts.ts";

/** Why a press on the button did nothing: nothing was entered, a marked quantity is wrong, or the cart was unknown and has it. */
type Note = "nothing" | "fixFirst" | "already" | null;

/** What a press came before: the cart's first answer, or that of the write under way. */
type Early = "cart" | "write";

/** What became of a press on the button. */
export interface Added {
  /** Tonnes of this project that are in the cart now. */
  tonnes: number;
  wasInCart: boolean;
  /** Whether anything was taken on at all. */
  changed: boolean;
  /** Vintages that were refused for another reason than their number. */
  failures: { year: number; error: unknown }[];
}

/** What was asked for of a vintage, and what could be had, in tonnes. */
interface TooMany {
  credits: number;
  available: number;
}

interface Offered {
  vintages: readonly Vintage[];
  /** Whose pages show other figures after a purchase. */
  projectIds: readonly number[];
}

/** Vintages with what the buyer typed and what is in the cart, and the one button that brings them together. */
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
  // A quantity that was corrected while the one before it is written.
  const isCorrected = isSending && lines.some((line) => asksElse(line, sent));

  const early = useEarlyPress(cartPending || isSending, (press) => {
    // Nobody who could not see what the cart holds has asked to lower it.
    const wasHidden = lines.some((line) => line.inCart > 0 && typed.has(line.vintage.id));
    if (press === "cart" && wasHidden) setNote("already");
    else void submit();
  });

  /** Says why nothing was added and moves to the field that needs it. */
  function refuse(reason: "nothing" | "fixFirst") {
    setNote(reason);
    const field = reason === "nothing" ? "input" : 'input[aria-invalid="true"]';
    table.current?.querySelector<HTMLInputElement>(field)?.focus();
  }

  async function add(): Promise<void> {
    const wasInCart = inCart.size > 0;
    const { done, tooMany, failures } = await setEach(changed, setVintage.mutateAsync);
    setRefused(new Map([...refused, ...tooMany]));
    setTyped(
      (present) => new Map([...present].filter(([id, text]) => saysElse(text, done.get(id)))),
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
    if (cartPending && typed.size > 0) return early.keep("cart");
    if (isSending) return isCorrected ? early.keep("write") : undefined;
    if (lines.some((line) => line.problem)) return refuse("fixFirst");
    if (changed.length === 0) return refuse("nothing");
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
    /** A press would do nothing now: what the fields say is on its way, or waits for its turn. */
    busy: early.isKept || (isSending && !isCorrected),
    table,
    inCartOf: (vintageId: number) => inCart.get(vintageId),
    /** What stands in a vintage's field. */
    textOf: (line: ShopLine) =>
      typed.get(line.vintage.id) ?? (line.inCart > 0 ? whole(line.inCart) : ""),
    type(vintageId: number, text: string) {
      setTyped((present) => new Map(present).set(vintageId, text));
      setNote(null);
    },
    submit: () => void submit(),
  };
}
export type Shop = ReturnType<typeof useShop>;

/** Keeps a press that came too early, and acts on it once nothing holds it back, by what the fields say then. */
function useEarlyPress(isHeldBack: boolean, act: (press: Early) => void) {
  const [kept, keep] = useState<Early>();
  useEffect(() => {
    if (!kept || isHeldBack) return;
    keep(undefined);
    act(kept);
  });
  return { keep, isKept: kept !== undefined };
}

/** Tonnes on their way to the cart, by the vintages' ids. */
const nothingSent: ReadonlyMap<number, number> = new Map();

/** Whether a line asks for something else than is in the cart or on its way there. */
function asksElse(line: ShopLine, sent: ReadonlyMap<number, number>): boolean {
  return line.problem !== undefined || line.tonnes !== (sent.get(line.vintage.id) ?? line.inCart);
}

/** What the cart has of the vintages, by their ids. */
function useInCart(vintages: readonly Vintage[]) {
  const cart = useCart();
  const inCart = useMemo(() => {
    const rows = cart.data ? vintagesOf(cart.data) : [];
    const offered = new Set(vintages.map(({ id }) => id));
    return new Map<number, InCart>(
      rows
        .filter(({ vintageId }) => offered.has(vintageId))
        .map((row) => [row.vintageId, { credits: row.quantity, held: row.reservedTo !== null }]),
    );
  }, [cart.data, vintages]);

  return { inCart, cartFailed: cart.isError && !cart.data, cartPending: cart.isPending };
}

/** Sets one vintage after the other: the cart is one row on the server, and a refusal belongs to its own vintage. */
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
