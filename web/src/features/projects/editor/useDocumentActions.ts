import { useQueryClient } from "@tanstack/react-query";
import {
  addProjectDocument,
  addProjectDocumentLink,
  updateProjectDocument,
  deleteProjectDocument,
  reorderProjectDocuments,
} from "@tonneline/contract/projectMedia";
import type { ProjectDocument } from "@tonneline/contract/catalogue";
import type { ManagedProject } from "@tonneline/contract/projects";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, isRefusal } from "../../../lib/api.ts";
import { callOnce } from "../../../lib/callOnce.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { useUnsaved } from "../../../ui/unsaved.ts";
import { keys } from "./editor.queries.ts";

/** The actions on a project's documents; each is saved at once. */
export function useDocumentActions(projectId: number, documents: readonly ProjectDocument[]) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [uploading, setUploading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const id = String(projectId);
  // A page reload would abort the upload; navigation within the app does not.
  useUnsaved(uploading);
  const refresh = () => client.invalidateQueries({ queryKey: keys.all });

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      if (isRefusal(error, "UNSUPPORTED_MEDIA_TYPE")) setFailure(t("editor.documents.kind"));
      else if (isRefusal(error, "PAYLOAD_TOO_LARGE")) setFailure(t("editor.documents.size"));
      else setFailure(reasonOf(error));
    } finally {
      await refresh();
    }
  }

  return {
    uploading,
    failure,
    upload: async (file: File) => {
      setUploading(true);
      await attempt(() => callOnce(addProjectDocument, { params: { id }, file }));
      setUploading(false);
    },
    /** Rejects if the server refuses it. */
    addLink: async (link: { name: string; url: string }) => {
      await callOnce(addProjectDocumentLink, { params: { id }, body: link });
      await refresh();
    },
    rename: (documentId: number, name: string) =>
      void attempt(() =>
        call(updateProjectDocument, {
          params: { id, documentId: String(documentId) },
          body: { name },
        }),
      ),
    move: (from: number, to: number) => {
      const documentIds = documents.map(({ documentId }) => documentId);
      const [moved] = documentIds.splice(from, 1);
      if (moved === undefined) return;
      documentIds.splice(to, 0, moved);
      const inOrder = documentIds.map((each) => documents.find((one) => one.documentId === each)!);
      // Optimistic: a second press continues from the new order.
      client.setQueryData<ManagedProject>(
        keys.one(projectId),
        (project) => project && { ...project, documents: inOrder },
      );
      void attempt(() => call(reorderProjectDocuments, { params: { id }, body: { documentIds } }));
    },
    remove: (documentId: number) =>
      void attempt(() =>
        call(deleteProjectDocument, { params: { id, documentId: String(documentId) } }),
      ),
  };
}
export type DocumentActions = ReturnType<typeof useDocumentActions>;
