import { Suspense } from "react";
import { lazyChunk } from "../lib/chunk.ts";
import { useToasts } from "../ui/toasts.ts";

const ToastArea = lazyChunk(async () => ({
  default: (await import("../ui/ToastArea.tsx")).ToastArea,
}));

/**
 * The toasts, whose code is loaded with the first one. Screen readers announce changes only in a live region that
 * they already know, so the region is rendered from the start.
 */
export function Toasts({ zIndex }: { zIndex: number }) {
  const shown = useToasts((toasts) => toasts.shown);
  return (
    <div aria-live="polite">
      {shown && (
        <Suspense>
          <ToastArea zIndex={zIndex} />
        </Suspense>
      )}
    </div>
  );
}
