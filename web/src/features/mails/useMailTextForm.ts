import type { MailText, MailWords } from "@tonneline/contract/mailTexts";
import { mailWords } from "@tonneline/contract/mailTexts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { keepUserInput, useFormVersion } from "../../lib/useFormVersion.ts";
import { showToast } from "../../ui/toast.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { saveText, useRefreshTexts } from "./mailTexts.queries.ts";

/** The form of one mail's text. The user's input is kept if someone else saves meanwhile. */
export function useMailTextForm(text: MailText) {
  const { t } = useTranslation();
  const refresh = useRefreshTexts();
  const form = useForm<MailWords>({
    defaultValues: { subject: text.subject, body: text.body },
    resolver: zodResolver(mailWords),
    shouldFocusError: false,
  });
  const { isDirty } = form.formState;
  useUnsaved(isDirty);
  const { version, adopt } = useFormVersion(text, isDirty);
  const { onSubmit, summary } = useFormSubmission(
    form,
    { subject: t("mailTexts.subject"), body: t("mailTexts.body") },
    { refresh: () => (adopt(), refresh()), messageFor: (who) => t("mailTexts.conflict", { who }) },
  );
  // Saved elsewhere: shown in fields without input.
  useEffect(() => {
    form.reset({ subject: text.subject, body: text.body }, keepUserInput);
  }, [form, text.subject, text.body]);

  const submit = onSubmit(async (words) => {
    const saved = await saveText({ ...text, version }, words);
    adopt(saved);
    form.reset({ subject: saved.subject, body: saved.body });
    await refresh();
    showToast({ tone: "good", text: t("mailTexts.saved", { name: text.name }) });
  });

  /** Inserts a variable at the cursor. */
  function insert(name: string, area: HTMLTextAreaElement | null): void {
    const body = form.getValues("body");
    const [from, to] = area ? [area.selectionStart, area.selectionEnd] : [body.length, body.length];
    const put = `{${name}}`;
    form.setValue("body", body.slice(0, from) + put + body.slice(to), { shouldDirty: true });
    area?.focus();
    requestAnimationFrame(() => area?.setSelectionRange(from + put.length, from + put.length));
  }

  return { form, submit, summary, insert, isDirty };
}
