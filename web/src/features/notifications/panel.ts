import { create } from "zustand";

/** Whether the notifications panel is open. */
export const useNotificationsPanel = create<{ opened: boolean }>()(() => ({ opened: false }));

export function openNotifications(): void {
  useNotificationsPanel.setState({ opened: true });
}
export function closeNotifications(): void {
  useNotificationsPanel.setState({ opened: false });
}
