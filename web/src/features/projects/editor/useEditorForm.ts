import type { ManagedProject } from "@tonneline/contract/projects";
import { useEffect, useRef, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { refusalText } from "../../../lib/api.ts";
import { useUsername } from "../../../lib/session.ts";
import { baseOf, emptyBase, isAtLeastAsNew, type Base } from "./base.ts";
import { createResolver } from "./check.ts";
import { draftOf, clearDraft, saveDraft } from "./editor.draft.ts";
import { differences } from "./facts.ts";
import type { ProjectFields } from "./form.ts";
import { useSave } from "./useSave.ts";

/** Calls the latest `work` whenever a value of the form changes. */
function useOnChange(form: UseFormReturn<ProjectFields>, work: () => void): void {
  const latest = useLatestRef(work);
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => latest.current() }),
    [form],
  );
}

/** Calls the latest `work` whenever the project was loaded. */
function useOnLoad(project: ManagedProject | undefined, work: () => void): void {
  const latest = useLatestRef(work);
  useEffect(() => latest.current(), [project]);
}

function useLatestRef(work: () => void) {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  return latest;
}

/** Returns the base of `project` if it is newer than `base` and differs from it. */
function newerBase(project: ManagedProject | undefined, base: Base): Base | undefined {
  const answer = project && baseOf(project);
  if (!answer || !isAtLeastAsNew(base, answer)) return undefined;
  return differences(base.fields, answer.fields).length > 0 ? answer : undefined;
}

/**
 * The form of a project and the base it was typed over. Unsaved changes are stored in this tab; what someone else saved
 * meanwhile is held as `theirs` until it is resolved.
 */
export function useEditorForm(project: ManagedProject | undefined) {
  const username = useUsername();
  const projectId = project?.id;
  const [restoredDraft] = useState(() => draftOf(username, projectId));
  const [base, setBaseState] = useState<Base>(
    () => restoredDraft?.base ?? (project ? baseOf(project) : emptyBase()),
  );
  const baseRef = useRef(base);
  const [theirs, setTheirs] = useState<Base>();
  const [changedBy, setChangedBy] = useState("");
  const [failure, setFailure] = useState<unknown>();
  const isMarked = (path: string) => form.getFieldState(path as "name").invalid;
  const form: UseFormReturn<ProjectFields> = useForm<ProjectFields>({
    resolver: createResolver(() => baseRef.current, isMarked),
    defaultValues: restoredDraft?.fields ?? base.fields,
    mode: "onTouched",
    // The library would focus the field registered first, not the first one on the page.
    shouldFocusError: false,
  });

  function setBase(next: Base): void {
    baseRef.current = next;
    setBaseState(next);
  }
  const isUnsaved = () => differences(baseRef.current.fields, form.getValues()).length > 0;

  function storeDraft(): void {
    const fields = form.getValues();
    if (isUnsaved()) saveDraft(username, projectId, { base: baseRef.current, fields });
    else clearDraft(username, projectId);
  }

  /** Shows `fields` over the saved state; without them, only what is saved. */
  function startFrom(next: Base, fields: ProjectFields = next.fields): void {
    setBase(next);
    form.reset(structuredClone(fields));
    setTheirs(undefined);
    setFailure(undefined);
    storeDraft();
  }

  useOnChange(form, storeDraft);

  function onConflict(newer: Base, error: unknown): void {
    setTheirs(newer);
    setChangedBy(refusalText(error));
  }

  const unresolved = newerBase(project, base);
  // While nothing is typed, the newest version is shown directly.
  useOnLoad(project, () => unresolved && !isUnsaved() && startFrom(unresolved));

  const editor = { form, baseRef, setBase, startFrom, setFailure, isUnsaved, onConflict };
  const save = useSave(projectId, editor);

  return {
    form,
    base,
    /** The unsaved changes were restored after a reload. */
    restored: restoredDraft !== undefined,
    theirs,
    /** A sentence naming who saved it meanwhile. */
    changedBy,
    /** A newer version that is not resolved yet. */
    unresolved,
    /** Why the last save failed, if no field shows it. */
    failure,
    isUnsaved,
    save,
    startFrom,
    /** Takes over what was saved outside the form, such as credits. */
    rebase: (change: (base: Base) => Base) => {
      setBase(change(baseRef.current));
      storeDraft();
    },
    compare: setTheirs,
    discard: () => startFrom(unresolved ?? baseRef.current),
    clearStoredDraft: () => clearDraft(username, projectId),
  };
}
