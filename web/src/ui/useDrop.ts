import { useState, type DragEvent } from "react";

/**
 * A drop zone for files: `over` is true while files are dragged over it, `area` has the props of its element.
 * `locked` ignores them.
 */
export function useDrop(onFiles: (files: File[]) => void, locked = false) {
  const [over, setOver] = useState(false);
  const area = {
    onDragOver: (event: DragEvent) => {
      if (locked || !event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      if (!locked) onFiles([...event.dataTransfer.files]);
    },
  };
  return { over, area };
}
