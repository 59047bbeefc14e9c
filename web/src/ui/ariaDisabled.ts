/** Attributes of a button that is unavailable but focusable: it looks disabled, keeps the focus, and must ignore clicks. */
export const ariaDisabled = { "aria-disabled": true, "data-disabled": true } as const;
