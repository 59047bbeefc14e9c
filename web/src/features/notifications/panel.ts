import { create } from "zustand";

/** Whether the notifications panel is open, and whether it ever was: its code comes with its first opening. */
export const useNotificationsPanel = create<{ opened: boolean; wasOpened: boolean }>()(() => ({
  opened: false,
  wasOpened: false,
}));

export function openNotifications(): void {
  useNotificationsPanel.setState({ opened: true, wasOpened: true });
}
export function closeNotifications(): void {
  useNotificationsPanel.setState({ opened: false });
}
