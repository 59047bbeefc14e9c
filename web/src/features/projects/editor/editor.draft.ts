import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { Base } from "./base.ts";
import type { ProjectFields } from "./form.ts";

/** Unsaved input with the base it was typed over: both are needed if someone else has saved meanwhile. */
export interface Draft {
  base: Base;
  fields: ProjectFields;
}

interface DraftStore {
  drafts: Record<string, Draft>;
}

/** Unsaved changes by user and project; they survive a reload of this tab. */
const useDrafts = create<DraftStore>()(
  persist((): DraftStore => ({ drafts: {} }), {
    name: "project-drafts",
    version: 1,
    storage: createJSONStorage(() => sessionStorage),
    // A draft of another release may lack fields that the form needs.
    migrate: () => ({ drafts: {} }),
  }),
);

const nameOf = (username: string, projectId: number | undefined) =>
  `${username}/${projectId ?? "new"}`;

/** Returns the stored draft; undefined if nothing is unsaved. Without an id: the draft of a project that is not saved yet. */
export function draftOf(username: string, projectId: number | undefined): Draft | undefined {
  return useDrafts.getState().drafts[nameOf(username, projectId)];
}

/** Stores a draft in this tab, replacing the project's previous one. */
export function saveDraft(username: string, projectId: number | undefined, draft: Draft): void {
  useDrafts.setState(({ drafts }) => ({
    drafts: { ...drafts, [nameOf(username, projectId)]: draft },
  }));
}

/** Removes the draft after saving or discarding; a no-op without a draft. */
export function clearDraft(username: string, projectId: number | undefined): void {
  useDrafts.setState(({ drafts }) => {
    const { [nameOf(username, projectId)]: _gone, ...others } = drafts;
    return { drafts: others };
  });
}
