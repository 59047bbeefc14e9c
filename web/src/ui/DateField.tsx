import { TextInput } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { useEffect, useRef, useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";

/**
 * A day that may be left out, in the browser's own field. What the browser cannot read as a day, such as 30 February or
 * half a date, has the value of an empty one though it stays in sight: it would be left out unseen. So it is marked, and
 * the form around it is not submitted.
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
    // At the form itself, so that whoever submits it does not hear of it. The browser tells nobody that an empty field
    // has become an unreadable one: it is looked at here.
    const hold = (event: SubmitEvent) => {
      const field = input.current;
      setUnreadable(isUnreadable(field));
      if (!isUnreadable(field)) return;
      // The first of several has done so before.
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
        // It is said when the field is left, not while it is typed.
        if (!isUnreadable(event.currentTarget)) setUnreadable(false);
        onChange?.(event);
      }}
    />
  );
}

const isUnreadable = (field: HTMLInputElement | null) => field?.validity.badInput ?? false;
