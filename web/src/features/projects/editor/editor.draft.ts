import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { Base } from "./base.ts";
import type { ProjectFields } from "./form.ts";

/** What is typed and not saved, with what it was typed over: both are needed when somebody else has saved meanwhile. */
export interface Draft {
  base: Base;
  fields: ProjectFields;
}

interface DraftStore {
  drafts: Record<string, Draft>;
}

/** Unsaved changes of projects by person and project; they survive a reload of this tab. */
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

/** Undefined when nothing is unsaved. Without an id it is that of a project that is not saved yet. */
export function draftOf(username: string, projectId: number | undefined): Draft | undefined {
  return useDrafts.getState().drafts[nameOf(username, projectId)];
}

/** Keeps it in this tab, in place of what was kept of the project before. */
export function saveDraft(username: string, projectId: number | undefined, draft: Draft): void {
  useDrafts.setState(({ drafts }) => ({
    drafts: { ...drafts, [nameOf(username, projectId)]: draft },
  }));
}

/** Once it was saved or given up; without a draft nothing happens. */
export function clearDraft(username: string, projectId: number | undefined): void {
  useDrafts.setState(({ drafts }) => {
    const { [nameOf(username, projectId)]: _gone, ...others } = drafts;
    return { drafts: others };
  });
}
