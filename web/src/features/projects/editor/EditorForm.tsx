import type { ManagedProject } from "@tonneline/contract/projects";
import { useBlocker } from "@tanstack/react-router";
import { useRef, type RefObject } from "react";
import { FormProvider } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../../lib/api.ts";
import { LeaveQuestion } from "../../../ui/LeaveQuestion.tsx";
import { Unsaved } from "../../../ui/unsaved.ts";
import { Aside } from "./Aside.tsx";
import { withoutVintage, withVintage } from "./base.ts";
import { conflictsOf, resolved } from "./conflict.ts";
import { ConflictDialog } from "./ConflictDialog.tsx";
import styles from "./editor.module.css";
import { useEditor } from "./EditorContext.tsx";
import { chosenImages } from "./chosenImages.ts";
import { EditorBanners } from "./EditorBanners.tsx";
import { EditorHead } from "./EditorHead.tsx";
import { EditorSections } from "./EditorSections.tsx";
import { SaveBar } from "./SaveBar.tsx";
import { useEditorActions } from "./useEditorActions.ts";
import { useEditorForm } from "./useEditorForm.ts";

/** The editor of one project, new or saved. */
export function EditorForm({ project }: { project: ManagedProject | undefined }) {
  const { canWrite } = useEditor();
  const editor = useEditorForm(project);
  const { form, base, theirs } = editor;
  const pendingOperations = useRef(0);
  const typedEntry = useRef(0);
  const { busy, submit, adoptSavedChange, leaveDeleted, discard, refresh } = useEditorActions(
    editor,
    project,
  );
  const problem = editor.failure === undefined ? undefined : refusalText(editor.failure);
  const conflicts = theirs && conflictsOf(base.fields, form.getValues(), theirs.fields);
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={canWrite ? undefined : styles.readOnly}
        onSubmit={(event) => {
          // Dialogs' forms are not part of this one, though their events bubble up here.
          if (event.target !== event.currentTarget) return;
          submit(event);
        }}
      >
        <EditorHead project={project} onDeleted={() => void leaveDeleted(form.getValues("name"))} />
        <EditorBanners editor={editor} />
        <div className={styles.body}>
          <Unsaved value={pendingOperations}>
            <EditorSections
              project={project}
              onMoved={(vintage) => adoptSavedChange((now) => withVintage(now, vintage))}
              onDeleted={(id) => adoptSavedChange((now) => withoutVintage(now, id))}
              onNoted={() => void refresh()}
              typedEntry={typedEntry}
            />
          </Unsaved>
          <Aside project={project} />
        </div>
        {canWrite && <SaveBar base={base} busy={busy} problem={problem} onDiscard={discard} />}
      </form>
      {theirs && conflicts && (
        <ConflictDialog
          mine={form.getValues()}
          theirs={theirs.fields}
          who={editor.changedBy}
          conflicts={conflicts}
          onSettle={(accepted) => {
            editor.startFrom(
              theirs,
              resolved(form.getValues(), theirs.fields, conflicts, accepted),
            );
            submit();
          }}
          onClose={() => editor.compare(undefined)}
        />
      )}
      <LeaveEditor
        editor={editor}
        isNew={!project}
        pendingOperations={pendingOperations}
        typedEntry={typedEntry}
      />
    </FormProvider>
  );
}

/** Asks for confirmation before leaving the page with unsaved changes. */
function LeaveEditor(props: {
  editor: ReturnType<typeof useEditorForm>;
  isNew: boolean;
  /** The number of operations in progress outside the form. */
  pendingOperations: RefObject<number>;
  typedEntry: RefObject<number>;
}) {
  const { t } = useTranslation();
  const { canWrite } = useEditor();
  const { editor, isNew, pendingOperations, typedEntry } = props;
  const hasUnsavedInput = () =>
    canWrite && (editor.isUnsaved() || typedEntry.current > 0 || (isNew && chosenImages.hasAny()));
  const blocker = useBlocker({
    shouldBlockFn: hasUnsavedInput,
    enableBeforeUnload: () => hasUnsavedInput() || pendingOperations.current > 0,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <LeaveQuestion
      title={t("editor.leave.title")}
      text={t("editor.leave.text")}
      stay={t("editor.leave.stay")}
      leave={t("editor.leave.leave")}
      onStay={blocker.reset}
      onLeave={() => {
        editor.clearStoredDraft();
        blocker.proceed();
      }}
    />
  );
}
