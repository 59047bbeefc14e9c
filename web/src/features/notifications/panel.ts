import { create } from "zustand";

/** Whether the notifications panel is open, and whether it ever was: its code comes with its first opening. */
export const useNotificationsPanel = create<{ opened: boolean; wasOpened: boolean }>()(() => ({
  opened: false,
  wasOpened: false,
}));

/** Opens the panel over the page; the first time its code is loaded. */
export function openNotifications(): void {
  useNotificationsPanel.setState({ opened: true, wasOpened: true });
}
/** Closes the panel, which stays in the page for the next time. */
export function closeNotifications(): void {
  useNotificationsPanel.setState({ opened: false });
}
