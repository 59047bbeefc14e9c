import { useQueryClient } from "@tanstack/react-query";
import {
  addProjectImage,
  updateProjectImage,
  deleteProjectImage,
  reorderProjectImages,
  type ManagedImage,
} from "@tonneline/contract/projectMedia";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, isRefusal } from "../../../lib/api.ts";
import { callOnce } from "../../../lib/callOnce.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { newKey } from "../../../lib/newKey.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useUnsaved } from "../../../ui/unsaved.ts";
import { keys } from "./editor.queries.ts";

/** A file being uploaded, or refused by the server. */
export interface Upload {
  key: string;
  name: string;
  /** 0 to 1. */
  share: number;
  failure?: string;
}

/** The actions on a project's pictures; each is saved at once, and failures are reported. */
export function useImageActions(projectId: number, images: readonly ManagedImage[]) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const waiting = useRef<File[]>([]);
  const id = String(projectId);
  // A page reload would abort the uploads; navigation within the app does not.
  useUnsaved(uploads.some(({ failure }) => failure === undefined));

  const refresh = async () => {
    // A first fetch still in flight would be awaited as it is, and may be older than the change.
    await client.cancelQueries({ queryKey: keys.images(projectId) });
    await client.invalidateQueries({ queryKey: keys.all });
  };
  const change = (key: string, more: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...more } : each)));
  const drop = (key: string) => setUploads((all) => all.filter((each) => each.key !== key));

  function refusedFor(error: unknown): string {
    if (isRefusal(error, "UNSUPPORTED_MEDIA_TYPE")) return t("editor.images.kind");
    if (isRefusal(error, "PAYLOAD_TOO_LARGE")) return t("editor.images.size");
    return reasonOf(error);
  }

  async function uploadOne(file: File): Promise<void> {
    const key = newKey();
    setUploads((all) => [...all, { key, name: file.name, share: 0 }]);
    try {
      const onProgress = (share: number) => change(key, { share });
      await callOnce(addProjectImage, { params: { id }, file }, { onProgress });
      await refresh();
      drop(key);
    } catch (error) {
      change(key, { failure: refusedFor(error) });
      // It may have been stored, and only the response lost.
      await refresh();
    }
  }

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      showToast({ tone: "bad", text: reasonOf(error) });
    } finally {
      await refresh();
    }
  }

  return {
    uploads: uploads.map((upload) => ({ ...upload, dismiss: () => drop(upload.key) })),
    upload: async (files: readonly File[]) => {
      const isUnderWay = waiting.current.length > 0;
      waiting.current.push(...files);
      if (isUnderWay) return;
      // One after another, to keep the order in which they were chosen; the server refuses a third at once.
      for (let [next] = waiting.current; next; [next] = waiting.current) {
        await uploadOne(next);
        waiting.current.shift();
      }
    },
    move: (from: number, to: number) => {
      const imageIds = images.map(({ imageId }) => imageId);
      const [moved] = imageIds.splice(from, 1);
      if (moved === undefined) return;
      imageIds.splice(to, 0, moved);
      const inOrder = imageIds.map((each) => images.find(({ imageId }) => imageId === each)!);
      client.setQueryData(keys.images(projectId), { content: inOrder });
      void attempt(() => call(reorderProjectImages, { params: { id }, body: { imageIds } }));
    },
    describe: (imageId: number, alt: string) =>
      void attempt(() =>
        call(updateProjectImage, { params: { id, imageId: String(imageId) }, body: { alt } }),
      ),
    remove: (imageId: number) =>
      void attempt(() => call(deleteProjectImage, { params: { id, imageId: String(imageId) } })),
  };
}
