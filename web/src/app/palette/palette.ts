import { create } from "zustand";

/** Whether the search over everything is open. */
export const usePalette = create<{ opened: boolean }>()(() => ({ opened: false }));

export const openPalette = () => usePalette.setState({ opened: true });
export const closePalette = () => usePalette.setState({ opened: false });
