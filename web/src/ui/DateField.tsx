import { TextInput } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { useEffect, useRef, useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";

/**
 * An optional day, in the browser's native date field. Input that the browser cannot parse, such as 30 February or a
 * partial date, stays visible but has an empty value: it would be dropped without notice. So the field is marked as
 * invalid, and the surrounding form is not submitted.
 */
export function DateField({
  ref,
  error,
  onBlur,
  onChange,
  ...props
}: ComponentProps<typeof TextInput>) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const merged = useMergedRef(input, ref);
  const [unreadable, setUnreadable] = useState(false);

  useEffect(() => {
    const form = input.current?.form;
    // Captured on the form itself, so that its own submit handlers do not run. Browsers fire no event when an empty
    // field becomes unparsable: it is checked here.
    const hold = (event: SubmitEvent) => {
      const field = input.current;
      setUnreadable(isUnreadable(field));
      if (!isUnreadable(field)) return;
      // If several fields are invalid, the first has already taken the focus.
      if (!event.defaultPrevented) field?.focus();
      event.preventDefault();
      event.stopPropagation();
    };
    form?.addEventListener("submit", hold, { capture: true });
    return () => form?.removeEventListener("submit", hold, { capture: true });
  }, []);

  return (
    <TextInput
      {...props}
      ref={merged}
      type="date"
      error={unreadable ? t("app.form.unreadableDay") : error}
      onBlur={(event) => {
        setUnreadable(isUnreadable(event.currentTarget));
        onBlur?.(event);
      }}
      onChange={(event) => {
        // The error appears when the field loses focus, not while the user types.
        if (!isUnreadable(event.currentTarget)) setUnreadable(false);
        onChange?.(event);
      }}
    />
  );
}

const isUnreadable = (field: HTMLInputElement | null) => field?.validity.badInput ?? false;
