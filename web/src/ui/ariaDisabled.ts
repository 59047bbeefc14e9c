/** Of a button that cannot be pressed now, and yet may have the focus: it looks disabled, keeps it, and must ignore clicks. */
export const ariaDisabled = { "aria-disabled": true, "data-disabled": true } as const;
