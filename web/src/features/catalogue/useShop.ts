import type { Vintage } from "@tonneline/contract/catalogue";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { isRefusal } from "../../lib/api.ts";
import { whole } from "../../lib/format.ts";
import { vintagesOf } from "../cart/cart.model.ts";
import { useCart, useSetCartVintage } from "../cart/cart.queries.ts";
import { catalogueKeys } from "./catalogue.queries.ts";
import { shopLines, shopSum } from "./shop.ts";
import type { InCart, ShopLine } from "./shop.ts";
import { useShopToasts } from "./useShopToasts.ts";

/** Why a press on the button did nothing: no quantity was entered, or a marked one has to be corrected. */
type Note = "nothing" | "fixFirst" | null;

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
  const { inCart, cartFailed } = useInCart(vintages);
  const setVintage = useSetCartVintage();
  const toasts = useShopToasts();
  const table = useRef<HTMLTableElement>(null);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [refused, setRefused] = useState<ReadonlyMap<number, TooMany>>(new Map());
  const [note, setNote] = useState<Note>(null);
  const [busy, setBusy] = useState(false);

  const lines = shopLines(vintages, inCart, typed, refused);
  const changed = lines.filter((line) => line.changed);

  /** Says why nothing was added and moves to the field that needs it. */
  function refuse(reason: Exclude<Note, null>) {
    setNote(reason);
    const fields = table.current;
    const field = fields?.querySelector<HTMLInputElement>(
      reason === "nothing" ? "input" : 'input[aria-invalid="true"]',
    );
    field?.focus();
  }

  async function add(): Promise<void> {
    const wasInCart = inCart.size > 0;
    const { done, tooMany, failures } = await setEach(changed, setVintage.mutateAsync);
    setRefused(new Map([...refused, ...tooMany]));
    setTyped((present) => new Map([...present].filter(([id]) => !done.has(id))));
    for (const id of projectIds)
      void client.invalidateQueries({ queryKey: catalogueKeys.project(id) });
    void client.invalidateQueries({ queryKey: catalogueKeys.compared });
    const tonnes = lines
      .filter((line) => done.has(line.vintage.id) || !line.changed)
      .reduce((sum, line) => sum + line.tonnes, 0);
    toasts.added({ tonnes, wasInCart, changed: done.size > 0, failures });
  }

  async function submit(): Promise<void> {
    if (busy) return;
    if (lines.some((line) => line.problem)) return refuse("fixFirst");
    if (changed.length === 0) return refuse("nothing");
    setBusy(true);
    await add();
    setBusy(false);
  }

  return {
    lines,
    sum: shopSum(lines),
    hasInCart: inCart.size > 0,
    hasChanges: lines.some((line) => line.changed || line.problem),
    cartFailed,
    note,
    busy,
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

  return { inCart, cartFailed: cart.isError && !cart.data };
}

/** Sets one vintage after the other: the cart is one row on the server, and a refusal belongs to its own vintage. */
async function setEach(
  lines: readonly ShopLine[],
  set: (asked: { vintageId: number; credits: number }) => Promise<unknown>,
) {
  const done = new Set<number>();
  const tooMany = new Map<number, TooMany>();
  const failures: Added["failures"] = [];
  for (const { vintage, tonnes } of lines) {
    try {
      await set({ vintageId: vintage.id, credits: tonnes });
      done.add(vintage.id);
    } catch (error) {
      if (isRefusal(error, "INSUFFICIENT_CREDITS"))
        tooMany.set(vintage.id, { credits: tonnes, available: error.problem.available ?? 0 });
      else failures.push({ year: vintage.year, error });
    }
  }
  return { done, tooMany, failures };
}
