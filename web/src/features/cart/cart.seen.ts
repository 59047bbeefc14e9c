import { create } from "zustand";
import { persist } from "zustand/middleware";
import {
  changesBetween,
  mergeChanges,
  seenAfterSetting,
  seenOf,
  type CartChange,
  type SeenCart,
} from "./cart.changes.ts";
import type { CartModel } from "./cart.model.ts";

interface OfUser {
  seen: SeenCart;
  /** Changes that the buyer has not acknowledged yet. */
  changes: CartChange[];
}

interface SeenStore {
  users: Record<string, OfUser>;
  /** The server has answered with this cart: what differs from the last answer is news. */
  look: (username: string, cart: CartModel) => void;
  /** The buyer has set a row himself, 1 for a report, 0 to remove: that is no news. */
  noteOwn: (username: string, row: string, quantity: number) => void;
  acknowledge: (username: string) => void;
  /** The cart was ordered: it begins anew. */
  forget: (username: string) => void;
}

/** What each user of this browser last saw in the cart, and what has changed since without his doing. */
export const useSeenCarts = create<SeenStore>()(
  persist(
    (set) => {
      const change = (username: string, next: (known: OfUser | undefined) => OfUser) =>
        set(({ users }) => ({ users: { ...users, [username]: next(users[username]) } }));
      return {
        users: {},
        look: (username, cart) =>
          change(username, (known) => {
            const now = seenOf(cart);
            const news = known ? changesBetween(known.seen, now) : [];
            return { seen: now, changes: mergeChanges(known?.changes ?? [], news) };
          }),
        noteOwn: (username, row, quantity) =>
          change(username, (known = { seen: {}, changes: [] }) => ({
            seen: seenAfterSetting(known.seen, row, quantity),
            changes: known.changes.filter(
              (each) => each.row !== row || (quantity > 0 && each.fact !== "quantity"),
            ),
          })),
        acknowledge: (username) =>
          change(username, (known) => ({ seen: known?.seen ?? {}, changes: [] })),
        forget: (username) => change(username, () => ({ seen: {}, changes: [] })),
      };
    },
    { name: "cart-seen", version: 1 },
  ),
);

const none: CartChange[] = [];

/** Changes in the user's cart that he has not acknowledged. */
export function useCartChanges(username: string): CartChange[] {
  return useSeenCarts(({ users }) => users[username]?.changes ?? none);
}
