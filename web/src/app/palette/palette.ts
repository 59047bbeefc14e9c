import { create } from "zustand";

/** Whether the search over everything is open. */
export const usePalette = create<{ opened: boolean }>()(() => ({ opened: false }));

/** Opens the search over everything, from anywhere. */
export const openPalette = () => usePalette.setState({ opened: true });
/** Closes it; what was typed is gone with it. */
export const closePalette = () => usePalette.setState({ opened: false });
