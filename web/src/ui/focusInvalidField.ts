/**
 * After a rejected submit, focuses the first field of the form that the next render marks as invalid: screen readers
 * read its error with it.
 */
export function focusInvalidField(form: Element | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus());
}
