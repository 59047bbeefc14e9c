import { Notifications } from "@mantine/notifications";
import { useEffect, useRef } from "react";
import { toastsAtOnce } from "./toasts.ts";

/** Where toasts are shown. The page knows how much room they take, in `--toasts-room`: what is open leaves it to them. */
export function ToastArea({ zIndex }: { zIndex: number }) {
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // One list for each place; only this one is used.
    const toasts = around.current!.querySelector("[data-position='top-right']")!;
    const observer = new ResizeObserver(([entry]) => {
      const { height } = entry!.contentRect;
      // With the space above and below them.
      const room = height === 0 ? "0px" : `${Math.ceil(height) + 32}px`;
      document.documentElement.style.setProperty("--toasts-room", room);
    });
    observer.observe(toasts);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={around}>
      <Notifications
        position="top-right"
        limit={toastsAtOnce}
        zIndex={zIndex}
        containerWidth="25rem"
        withinPortal={false}
      />
    </div>
  );
}
