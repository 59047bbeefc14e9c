import { create } from "zustand";

/** Whether a toast has been shown: until then there is no place for them, and none of the code that draws them. */
export const useToasts = create<{ shown: boolean }>()(() => ({ shown: false }));

/** More would cover what they speak of. */
export const toastsAtOnce = 3;
