import { create } from "zustand";

/** Whether the notifications panel is open, and whether it ever was: its code loads on first opening. */
export const useNotificationsPanel = create<{ opened: boolean; wasOpened: boolean }>()(() => ({
  opened: false,
  wasOpened: false,
}));

/** Opens the panel over the page; its code loads the first time. */
export function openNotifications(): void {
  useNotificationsPanel.setState({ opened: true, wasOpened: true });
}
/** Closes the panel, which stays mounted for the next time. */
export function closeNotifications(): void {
  useNotificationsPanel.setState({ opened: false });
}
