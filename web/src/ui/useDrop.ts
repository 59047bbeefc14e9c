import { useState, type DragEvent } from "react";

/**
 * A place that takes files which are dropped on it: `over` while they are held above it, `area` for its element. `locked`
 * lets them pass.
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
