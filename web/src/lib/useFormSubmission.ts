import { useEffect, useRef, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { fieldErrorsOf, isRefusal, refusalText } from "./api.ts";

/** How to handle a concurrent save by someone else; the user's input stays. */
interface Conflict {
  /** Loads what they saved. */
  refresh: () => Promise<unknown>;
  /** Builds the form's root error; `who` is a sentence naming who saved it. */
  messageFor: (who: string) => string;
  /** The message if someone else deleted the record, for records that can be deleted. */
  goneMessage?: string | undefined;
}

/**
 * Submits a form and shows a refusal where it belongs: field errors at their fields, the reason in `message` unless a
 * field shows it already. After a failed submit the summary takes the focus. `labels` lists the fields in their order.
 */
export function useFormSubmission<T extends FieldValues>(
  form: UseFormReturn<T>,
  labels: Partial<Record<Path<T>, string>>,
  conflict?: Conflict,
) {
  const summary = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState<string>();
  const { formState } = form;
  const paths = Object.keys(labels) as Path<T>[];

  // An empty summary is not rendered and cannot take the focus: its content comes with the render of this count.
  const [focusRequests, setFocusRequests] = useState(0);
  const focusSummary = () => setFocusRequests((count) => count + 1);
  useEffect(() => {
    if (focusRequests === 0) return;
    const soon = setTimeout(() => summary.current?.focus());
    return () => clearTimeout(soon);
  }, [focusRequests]);

  async function showRefusal(error: unknown): Promise<void> {
    if (conflict && isRefusal(error, "VERSION_CONFLICT")) {
      await conflict.refresh();
      form.setError("root", { message: conflict.messageFor(refusalText(error)) });
      focusSummary();
      return;
    }
    const known = fieldErrorsOf(error).filter(({ path }) => paths.includes(path as Path<T>));
    for (const { path, message: text } of known) form.setError(path as Path<T>, { message: text });
    const isGone = conflict?.goneMessage !== undefined && isRefusal(error, "NOT_FOUND");
    if (isGone) await conflict.refresh();
    const text = isGone ? conflict.goneMessage! : refusalText(error);
    const shownAtFields = isRefusal(error, "VALIDATION_FAILED")
      ? known.length > 0
      : known.some(({ message: shown }) => shown === text);
    setMessage(shownAtFields ? undefined : text);
    focusSummary();
  }

  const onSubmit = (submit: (values: T) => Promise<void>) =>
    form.handleSubmit(
      async (values) => {
        setMessage(undefined);
        try {
          await submit(values);
          // `submit` itself marks the fields that the contract refuses before sending.
          if (paths.some((path) => form.getFieldState(path).invalid)) focusSummary();
        } catch (error) {
          await showRefusal(error);
        }
      },
      () => {
        setMessage(undefined);
        focusSummary();
      },
    );

  const invalidFields =
    formState.submitCount === 0
      ? []
      : paths
          .filter((path) => form.getFieldState(path, formState).invalid)
          .map((path) => ({ label: labels[path]!, focus: () => form.setFocus(path) }));

  return { onSubmit, summary: { ref: summary, invalidFields, message } };
}
