/**
 * After a rejected submit, focuses the first field of the form that the next render marks as invalid: screen readers
 * read its error with it.
 */
export function focusInvalidField(form: Element | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus());
}

/**
 * After a rejected submit, focuses the first field that the next render marks as invalid; without one, scrolls the
 * banner that says why into view. A banner that is no alert is found by `data-outcome`.
 */
export function showFirstInvalid(form: Element | null): void {
  setTimeout(() => {
    const field = form?.querySelector<HTMLElement>("[aria-invalid='true']");
    if (field) field.focus();
    else
      form?.querySelector("[role='alert'], [data-outcome]")?.scrollIntoView({ block: "nearest" });
  });
}
