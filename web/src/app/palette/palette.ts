import { create } from "zustand";

/** Whether the command palette is open. */
export const usePalette = create<{ opened: boolean }>()(() => ({ opened: false }));

/** Opens the command palette, from anywhere. */
export const openPalette = () => usePalette.setState({ opened: true });
/** Closes it and discards the input. */
export const closePalette = () => usePalette.setState({ opened: false });
