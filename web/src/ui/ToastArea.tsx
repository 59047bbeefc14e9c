import { Notifications } from "@mantine/notifications";
import { useEffect, useRef, type FocusEvent } from "react";
import { maxToasts } from "./toasts.ts";

/** The area for toasts. It publishes its height as `--toasts-room`, so that open panels can make room for it. */
export function ToastArea({ zIndex }: { zIndex: number }) {
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The library renders one list per position; only this one is used.
    const toasts = around.current!.querySelector("[data-position='top-right']")!;
    const observer = new ResizeObserver(([entry]) => {
      const { height } = entry!.contentRect;
      // Includes the margins above and below.
      const room = height === 0 ? "0px" : `${Math.ceil(height) + 32}px`;
      document.documentElement.style.setProperty("--toasts-room", room);
    });
    observer.observe(toasts);
    return () => observer.disconnect();
  }, []);
  const focusedBefore = useRef<HTMLElement>(null);
  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) {
      focusedBefore.current = relatedTarget as HTMLElement | null;
    }
  };
  // Each button of a toast closes it, and would take the focus along.
  const restoreFocus = () => {
    const isInside = around.current!.contains(document.activeElement);
    if (isInside) focusedBefore.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={around} onFocus={rememberFocus} onClick={restoreFocus}>
      <Notifications
        position="top-right"
        limit={maxToasts}
        zIndex={zIndex}
        containerWidth="25rem"
        withinPortal={false}
      />
    </div>
  );
}
