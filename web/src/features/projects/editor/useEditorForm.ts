import type { ManagedProject } from "@tonneline/contract/projects";
import { useEffect, useRef, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { isRefusal, refusalText } from "../../../lib/api.ts";
import { useUsername } from "../../../lib/session.ts";
import { baseOf, emptyBase, isAsNew, type Base } from "./base.ts";
import { resolverOver } from "./check.ts";
import { conflictsOf } from "./conflict.ts";
import { draftOf, forgetDraft, keepDraft } from "./editor.draft.ts";
import { loadProject, useProjectChanged } from "./editor.queries.ts";
import { differences } from "./facts.ts";
import type { ProjectFields } from "./form.ts";
import { afterSave, saveAll, type NotSaved } from "./save.ts";

/** Somebody else may save again while a save is repeated over the newest version. */
const rounds = 3;

/** Goes to the first field of the page that is wrong, once it is marked so. */
export function focusFirstWrong(): void {
  setTimeout(() => document.querySelector<HTMLElement>("main [aria-invalid='true']")?.focus());
}

/** Calls what stands there at the time, whenever a value of the form changes. */
function useEachChange(form: UseFormReturn<ProjectFields>, work: () => void): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => latest.current() }),
    [form],
  );
}

/**
 * The form of a project and what it was typed over. Unsaved changes are kept in this tab; what somebody else saved
 * meanwhile is held as `theirs` until it is settled.
 */
export function useEditorForm(project: ManagedProject | undefined) {
  const username = useUsername();
  const projectId = project?.id;
  const [begun] = useState(() => draftOf(username, projectId));
  const [base, setBaseState] = useState<Base>(
    () => begun?.base ?? (project ? baseOf(project) : emptyBase()),
  );
  const baseRef = useRef(base);
  const [theirs, setTheirs] = useState<Base>();
  const [changedBy, setChangedBy] = useState("");
  const [failure, setFailure] = useState<unknown>();
  const form = useForm<ProjectFields>({
    resolver: resolverOver(() => baseRef.current),
    defaultValues: begun?.fields ?? base.fields,
    mode: "onTouched",
    // The library would go to the field that was added first, not to the first one of the page.
    shouldFocusError: false,
  });

  function setBase(next: Base): void {
    baseRef.current = next;
    setBaseState(next);
  }
  const isUnsaved = () => differences(baseRef.current.fields, form.getValues()).length > 0;

  function keep(): void {
    const fields = form.getValues();
    if (isUnsaved()) keepDraft(username, projectId, { base: baseRef.current, fields });
    else forgetDraft(username, projectId);
  }

  /** Shows `fields` over what is saved by now; without them, just what is saved. */
  function startFrom(next: Base, fields: ProjectFields = next.fields): void {
    setBase(next);
    form.reset(structuredClone(fields));
    setTheirs(undefined);
    setFailure(undefined);
    keep();
  }

  useEachChange(form, keep);

  function onConflict(newer: Base, error: unknown): void {
    setTheirs(newer);
    setChangedBy(refusalText(error));
  }

  const answer = project && baseOf(project);
  const newest = answer && isAsNew(base, answer) ? answer : undefined;
  const news = newest && differences(base.fields, newest.fields).length > 0 ? newest : undefined;
  // While nothing is typed the newest version is simply shown.
  const adopt = useRef(() => {});
  useEffect(() => {
    adopt.current = () => news && !isUnsaved() && startFrom(news);
  });
  useEffect(() => adopt.current(), [project]);

  const save = useSave(projectId, { form, baseRef, setBase, startFrom, setFailure, onConflict });

  return {
    form,
    base,
    /** The unsaved changes come from before a reload. */
    restored: begun !== undefined,
    theirs,
    /** Who saved it meanwhile, in a sentence. */
    changedBy,
    /** A newer version that is not settled yet. */
    news,
    /** Why the last save did not go through, where no field says so. */
    failure,
    isUnsaved,
    save,
    startFrom,
    /** Takes over what was saved beside the form, such as credits. */
    rebase: (change: (base: Base) => Base) => {
      setBase(change(baseRef.current));
      keep();
    },
    compare: setTheirs,
    discard: () => startFrom(news ?? baseRef.current),
    forget: () => forgetDraft(username, projectId),
  };
}

interface Saved {
  form: UseFormReturn<ProjectFields>;
  baseRef: { readonly current: Base };
  setBase: (next: Base) => void;
  startFrom: (next: Base, fields: ProjectFields) => void;
  setFailure: (failure: unknown) => void;
  /** Somebody else saved `newer` meanwhile, and it does not go together with what was typed. */
  onConflict: (newer: Base, error: unknown) => void;
}

/** How the form is saved: again over a newer version for as long as nobody else's change is written over. */
function useSave(projectId: number | undefined, editor: Saved) {
  const { form, baseRef, setBase, startFrom, setFailure, onConflict } = editor;
  const username = useUsername();
  const { show, refresh } = useProjectChanged();

  /** Saves the form as it is. Returns the project's number; undefined when something has to be mended or settled first. */
  async function save(round = 1): Promise<number | undefined> {
    const sent = structuredClone(form.getValues());
    setFailure(undefined);
    const saved = await saveAll(projectId, baseRef.current, sent);
    if ("error" in saved) return handle(saved, round);
    const { project: answered, base: next } = saved;
    const fields = afterSave(saved, sent, form.getValues());
    if (projectId === undefined) {
      // From here on it is the form of a project that exists, with what was typed meanwhile.
      forgetDraft(username, undefined);
      if (differences(next.fields, fields).length > 0)
        keepDraft(username, answered.id, { base: next, fields });
    } else {
      show(answered);
      startFrom(next, fields);
      void refresh();
    }
    return answered.id;
  }

  async function handle({ error, faults }: NotSaved, round: number): Promise<number | undefined> {
    if (!isRefusal(error, "VERSION_CONFLICT") || projectId === undefined) {
      for (const { path, message } of faults)
        form.setError(path as "name", { type: "server", message });
      focusFirstWrong();
      setFailure(error);
      return undefined;
    }
    const fresh = await loadProject(projectId);
    const newer = baseOf(fresh);
    const conflicts = conflictsOf(baseRef.current.fields, form.getValues(), newer.fields);
    if (round >= rounds || conflicts.some(({ changedBy }) => changedBy !== "me")) {
      onConflict(newer, error);
      return undefined;
    }
    // Only the version has moved on: nobody else's change is written over.
    setBase(newer);
    return save(round + 1);
  }

  return () => save();
}
