import { useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { isRefusal } from "../../../lib/api.ts";
import { isDecided } from "../../../lib/failure.ts";
import { newKey } from "../../../lib/newKey.ts";
import { useUsername } from "../../../lib/session.ts";
import { baseOf, type Base } from "./base.ts";
import { conflictsOf } from "./conflict.ts";
import { clearDraft, saveDraft } from "./editor.draft.ts";
import { loadProject, useProjectCache } from "./editor.queries.ts";
import { differences } from "./facts.ts";
import type { ProjectFields } from "./form.ts";
import { afterSave, saveAll, type Attempt, type Saved, type SaveFailure } from "./save.ts";

/** Limits the tries of a save, as someone else may save again while it is repeated over the newest version. */
const maxTries = 3;

/** Focuses the first invalid field of the page, once it is marked. */
export function focusFirstInvalid(): void {
  setTimeout(() => document.querySelector<HTMLElement>("main [aria-invalid='true']")?.focus());
}

interface SaveContext {
  form: UseFormReturn<ProjectFields>;
  baseRef: { readonly current: Base };
  setBase: (next: Base) => void;
  startFrom: (next: Base, fields: ProjectFields) => void;
  setFailure: (failure: unknown) => void;
  isUnsaved: () => boolean;
  /** Someone else saved `newer` meanwhile, and it conflicts with what was typed. */
  onConflict: (newer: Base, error: unknown) => void;
}

/** Saves the form, retrying over a newer version as long as that overwrites nobody else's change. */
export function useSave(projectId: number | undefined, editor: SaveContext) {
  const { form, baseRef, setBase, startFrom, setFailure, isUnsaved, onConflict } = editor;
  const username = useUsername();
  const { show, refresh } = useProjectCache();

  // Attempts that the server has not decided on, as far as we know, all sent with one key: at most one has taken effect.
  const undecided = useRef<Attempt[]>([]);

  /** Saves the form as it is. Returns the project's id; undefined if something has to be corrected or resolved first. */
  async function save(nth = 1): Promise<number | undefined> {
    const fields = structuredClone(form.getValues());
    const attempt = { key: undecided.current[0]?.key ?? newKey(), base: baseRef.current, fields };
    setFailure(undefined);
    const saved = await saveAll(projectId, attempt);
    if (!("error" in saved)) return adopt(saved, fields);
    if (isRefusal(saved.error, "IDEMPOTENCY_KEY_REUSED")) return saveOverEarlier(nth);
    undecided.current = isDecided(saved.error) ? [] : [...undecided.current, attempt];
    return handleFailure(saved, nth);
  }

  /**
   * An earlier attempt has taken effect, with other content: sends each again to find which, adopts its result, and saves
   * what was typed since.
   */
  async function saveOverEarlier(nth: number): Promise<number | undefined> {
    for (const attempt of undecided.current) {
      const saved = await saveAll(projectId, attempt);
      if (!("error" in saved)) {
        const id = adopt(saved, attempt.fields);
        return projectId === undefined || !isUnsaved() ? id : save(nth);
      }
      if (!isDecided(saved.error)) return handleFailure(saved, nth);
    }
    undecided.current = [];
    return save(nth);
  }

  /** Continues from what was saved, with what was typed since it was sent. Returns the project's id. */
  function adopt(saved: Saved, sent: ProjectFields): number {
    undecided.current = [];
    const { project: savedProject, base: next } = saved;
    const fields = afterSave(saved, sent, form.getValues());
    if (projectId === undefined) {
      // From here on it is the form of an existing project, with what was typed meanwhile.
      clearDraft(username, undefined);
      if (differences(next.fields, fields).length > 0)
        saveDraft(username, savedProject.id, { base: next, fields });
    } else {
      show(savedProject);
      startFrom(next, fields);
      void refresh();
    }
    return savedProject.id;
  }

  async function handleFailure(failure: SaveFailure, nth: number): Promise<number | undefined> {
    const { error, faults } = failure;
    if (isRefusal(error, "VERSION_CONFLICT") && projectId !== undefined)
      return saveOverNewer(projectId, error, nth);
    for (const { path, message } of faults)
      form.setError(path as "name", { type: "server", message });
    focusFirstInvalid();
    setFailure(error);
    return undefined;
  }

  /** Saves over a version that someone saved meanwhile, unless that would overwrite their change. */
  async function saveOverNewer(id: number, error: unknown, nth: number) {
    const newer = baseOf(await loadProject(id));
    const conflicts = conflictsOf(baseRef.current.fields, form.getValues(), newer.fields);
    if (nth >= maxTries || conflicts.some(({ changedBy }) => changedBy !== "me")) {
      onConflict(newer, error);
      return undefined;
    }
    setBase(newer);
    return save(nth + 1);
  }

  return () => save();
}
