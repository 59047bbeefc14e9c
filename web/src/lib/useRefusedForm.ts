import { useEffect, useRef, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { fieldErrorsOf, isRefusal, refusalText } from "./api.ts";

/** What is done where somebody else saved meanwhile; what was typed stays. */
interface Conflict {
  /** Brings what they saved. */
  refresh: () => Promise<unknown>;
  /** `who` saved it is a sentence; what is said becomes the form's root error. */
  say: (who: string) => string;
  /** What is said where somebody else deleted the thing, of one that can be. */
  gone?: string | undefined;
}

/**
 * Submits a form and puts a refusal where it belongs: field errors at their fields, the reason in `message` unless a field
 * says it already. After a failed submit the summary takes the focus. `labels` are the fields in their order.
 */
export function useRefusedForm<T extends FieldValues>(
  form: UseFormReturn<T>,
  labels: Partial<Record<Path<T>, string>>,
  conflict?: Conflict,
) {
  const summary = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState<string>();
  const { formState } = form;
  const paths = Object.keys(labels) as Path<T>[];

  // While it says nothing the summary is not drawn and takes no focus: what it says comes with the render of this count.
  const [refusals, setRefusals] = useState(0);
  const focusSummary = () => setRefusals((count) => count + 1);
  useEffect(() => {
    if (refusals === 0) return;
    const soon = setTimeout(() => summary.current?.focus());
    return () => clearTimeout(soon);
  }, [refusals]);

  async function refuse(error: unknown): Promise<void> {
    if (conflict && isRefusal(error, "VERSION_CONFLICT")) {
      await conflict.refresh();
      form.setError("root", { message: conflict.say(refusalText(error)) });
      focusSummary();
      return;
    }
    const known = fieldErrorsOf(error).filter(({ path }) => paths.includes(path as Path<T>));
    for (const { path, message: text } of known) form.setError(path as Path<T>, { message: text });
    const isGone = conflict?.gone !== undefined && isRefusal(error, "NOT_FOUND");
    if (isGone) await conflict.refresh();
    const text = isGone ? conflict.gone! : refusalText(error);
    const saidAtFields = isRefusal(error, "VALIDATION_FAILED")
      ? known.length > 0
      : known.some(({ message: said }) => said === text);
    setMessage(saidAtFields ? undefined : text);
    focusSummary();
  }

  const onSubmit = (submit: (values: T) => Promise<void>) =>
    form.handleSubmit(
      async (values) => {
        setMessage(undefined);
        try {
          await submit(values);
          // What the contract refuses before it is sent, `submit` marks itself.
          if (paths.some((path) => form.getFieldState(path).invalid)) focusSummary();
        } catch (error) {
          await refuse(error);
        }
      },
      () => {
        setMessage(undefined);
        focusSummary();
      },
    );

  const wrong =
    formState.submitCount === 0
      ? []
      : paths
          .filter((path) => form.getFieldState(path, formState).invalid)
          .map((path) => ({ label: labels[path]!, focus: () => form.setFocus(path) }));

  return { onSubmit, summary: { ref: summary, wrong, message } };
}
