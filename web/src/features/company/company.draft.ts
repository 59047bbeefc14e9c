import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { CountryCode } from "@tonneline/contract/countries";
import type { DetailsDraft } from "./draft.ts";

interface OfUser {
  /** The invoice country chosen in the cart or in the form; it determines the VAT. */
  countryCode?: CountryCode | undefined;
  /** The form as it was last filled in. */
  form?: DetailsDraft | undefined;
}

interface DraftStore {
  users: Record<string, OfUser>;
  chooseCountry: (username: string, countryCode: CountryCode) => void;
  keepForm: (username: string, form: DetailsDraft) => void;
  forget: (username: string) => void;
}

/** Unsent invoice details by user; they survive going back and reloading this tab. */
export const useDrafts = create<DraftStore>()(
  persist(
    (set) => {
      const change = (username: string, more: OfUser) =>
        set(({ users }) => ({ users: { ...users, [username]: { ...users[username], ...more } } }));
      return {
        users: {},
        chooseCountry: (username, countryCode) => change(username, { countryCode }),
        keepForm: (username, form) => change(username, { form }),
        forget: (username) => change(username, { countryCode: undefined, form: undefined }),
      };
    },
    { name: "invoice-draft", version: 2, storage: createJSONStorage(() => sessionStorage) },
  ),
);

const nothing: OfUser = {};

/** Returns this tab's draft of a user; without one, neither country nor form is set. */
export function useDraft(username: string): OfUser {
  return useDrafts(({ users }) => users[username] ?? nothing);
}
