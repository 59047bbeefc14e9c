import { create } from "zustand";

/** Whether any toast has been shown: until then, neither their area nor the code that renders them is loaded. */
export const useToasts = create<{ shown: boolean }>()(() => ({ shown: false }));

/** More would cover what they refer to. */
export const maxToasts = 3;
