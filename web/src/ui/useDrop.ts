import { useEffect, useState, type DragEvent } from "react";
import { i18n } from "../lib/i18n.ts";
import { showToast } from "./toast.tsx";

/**
 * A drop zone for files: `isOver` is true while files are dragged over it, `dropProps` has the props of its element.
 * `locked` ignores them. A folder is refused with a toast.
 */
export function useDrop(onFiles: (files: File[]) => void, locked = false) {
  const [isOver, setIsOver] = useState(false);
  useEffect(keepPage, []);
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      if (locked || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (locked) return;
      const items = [...event.dataTransfer.items];
      // Its content is not read: as a file, it only fails on its way to the server.
      const folders = items.filter((item) => item.webkitGetAsEntry()?.isDirectory);
      if (folders.length > 0) showToast({ tone: "bad", text: i18n.t("app.noFolders") });
      const files = items.flatMap((item) =>
        folders.includes(item) ? [] : (item.getAsFile() ?? []),
      );
      if (files.length > 0) onFiles(files);
    },
  };
  return { isOver, dropProps };
}

const hasFiles = ({ types }: DataTransfer) => types.includes("Files");

/** Ignores files that miss the zone: the browser would open one in place of the page, and what was typed would be lost. */
function keepPage() {
  function ignore(event: globalThis.DragEvent) {
    if (event.defaultPrevented || !event.dataTransfer || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  }
  window.addEventListener("dragover", ignore);
  window.addEventListener("drop", ignore);
  return () => {
    window.removeEventListener("dragover", ignore);
    window.removeEventListener("drop", ignore);
  };
}
