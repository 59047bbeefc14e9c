import { Suspense } from "react";
import { lazyPart } from "../lib/part.ts";
import { useToasts } from "../ui/toasts.ts";

const ToastArea = lazyPart(async () => ({
  default: (await import("../ui/ToastArea.tsx")).ToastArea,
}));

/**
 * Toasts, whose code is loaded with the first of them. Screen readers read out what comes into a region that they know:
 * it is there before the first.
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
