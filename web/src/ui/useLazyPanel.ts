import { useCallback, useEffect, useState } from "react";

/** Whether a panel is open, and whether it ever was: its code is only loaded when it first opens. */
export function useLazyPanel() {
  const [{ opened, wasOpened }, set] = useState({ opened: false, wasOpened: false });
  const open = useCallback(() => set({ opened: true, wasOpened: true }), []);
  const close = useCallback(() => set({ opened: false, wasOpened: true }), []);
  return { opened, wasOpened, open, close };
}

/**
 * Returns `opened`, but false on the first render. A panel whose code loads when it first opens is mounted closed and
 * then opened, as the library only records the previous focus and animates when `opened` changes.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted && opened;
}
