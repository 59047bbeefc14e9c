import { create } from "zustand";

/** Feature flags and what holds while the flag service has said nothing. */
const defaults = { new_cart_api: false } as const;
export type FeatureFlag = keyof typeof defaults;

/** The flags as last heard of. */
export const useFlags = create<Record<FeatureFlag, boolean>>()(() => ({ ...defaults }));

/** Whether a feature is switched on for this user. */
export function useFeatureFlag(flag: FeatureFlag): boolean {
  return useFlags((flags) => flags[flag]);
}
