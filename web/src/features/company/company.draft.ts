import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { CountryCode } from "@tonneline/contract/countries";
import type { DetailsDraft } from "./draft.ts";

interface UserDraft {
  /** The invoice country chosen in the cart or in the form; it determines the VAT. */
  countryCode?: CountryCode | undefined;
  /** The form as it was last filled in. */
  form?: DetailsDraft | undefined;
}

interface DraftStore {
  users: Record<string, UserDraft>;
  chooseCountry: (username: string, countryCode: CountryCode) => void;
  saveForm: (username: string, form: DetailsDraft) => void;
  clear: (username: string) => void;
}

/** Unsent invoice details by user; they survive going back and reloading this tab. */
export const useDrafts = create<DraftStore>()(
  persist(
    (set) => {
      const change = (username: string, more: UserDraft) =>
        set(({ users }) => ({ users: { ...users, [username]: { ...users[username], ...more } } }));
      return {
        users: {},
        chooseCountry: (username, countryCode) => change(username, { countryCode }),
        saveForm: (username, form) => change(username, { form }),
        clear: (username) => change(username, { countryCode: undefined, form: undefined }),
      };
    },
    { name: "invoice-draft", version: 2, storage: createJSONStorage(() => sessionStorage) },
  ),
);

const noDraft: UserDraft = {};

/** Returns this tab's draft of a user, as it is now; without one, neither country nor form is set. */
export function draftOf(username: string): UserDraft {
  return useDrafts.getState().users[username] ?? noDraft;
}

/** Returns the same, and renders again with each change of it. */
export function useDraft(username: string): UserDraft {
  return useDrafts(({ users }) => users[username] ?? noDraft);
}

/** Returns only the invoice country that a user has chosen, which does not change with each keystroke. */
export function useChosenCountry(username: string): CountryCode | undefined {
  return useDrafts(({ users }) => users[username]?.countryCode);
}
