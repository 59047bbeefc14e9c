import type { ManagedProject } from "@tonneline/contract/projects";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../../lib/paths.ts";
import { showToast } from "../../../ui/toast.tsx";
import { chosenImages } from "./chosenImages.ts";
import { useProjectCache } from "./editor.queries.ts";
import type { useEditorForm } from "./useEditorForm.ts";
import { focusFirstInvalid } from "./useSave.ts";

type Editor = ReturnType<typeof useEditorForm>;

/** The actions on the editor's form: save, discard and leave, with their messages. */
export function useEditorActions(editor: Editor, project: ManagedProject | undefined) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { refresh } = useProjectCache();
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const id = await editor.save();
      if (id === undefined) return;
      if (project) showToast({ tone: "good", text: t("editor.save.saved") });
      else {
        chosenImages.handTo(id);
        showToast({ tone: "good", text: t("editor.save.created") });
        await navigate({
          to: paths.managementProject,
          search: { id: String(id) },
          replace: true,
          ignoreBlocker: true,
        });
      }
    } finally {
      setBusy(false);
    }
  }

  return {
    /** True while saving. */
    busy,
    submit: (event?: FormEvent) => void editor.form.handleSubmit(save, focusFirstInvalid)(event),
    /** Changes outside the form are saved already: from now on the form is compared with the newer version. */
    adoptSavedChange: (change: Parameters<Editor["rebase"]>[0]) => {
      editor.rebase(change);
      void refresh();
    },
    leaveDeleted: async (name: string) => {
      editor.clearStoredDraft();
      showToast({ tone: "good", text: t("editor.deleteProject.done", { name }) });
      await navigate({ to: paths.management, ignoreBlocker: true });
      await refresh();
    },
    discard: () => {
      chosenImages.clear();
      editor.discard();
    },
    refresh,
  };
}
