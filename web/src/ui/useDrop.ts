import { useState, type DragEvent } from "react";

/**
 * A drop zone for files: `isOver` is true while files are dragged over it, `dropProps` has the props of its element.
 * `locked` ignores them.
 */
export function useDrop(onFiles: (files: File[]) => void, locked = false) {
  const [isOver, setIsOver] = useState(false);
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      if (locked || !event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      if (!locked) onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver, dropProps };
}
