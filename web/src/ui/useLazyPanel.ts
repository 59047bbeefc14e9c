import { useCallback, useEffect, useState } from "react";

/** Whether a panel is open, and whether it ever was: its code need not come before its first opening. */
export function useLazyPanel() {
  const [{ opened, wasOpened }, set] = useState({ opened: false, wasOpened: false });
  const open = useCallback(() => set({ opened: true, wasOpened: true }), []);
  const close = useCallback(() => set({ opened: false, wasOpened: true }), []);
  return { opened, wasOpened, open, close };
}

/**
 * `opened`, but never at first: a panel whose code comes with its first opening is drawn closed and then opened, as the
 * library remembers where the focus was, and slides in, only when something changes.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted && opened;
}
