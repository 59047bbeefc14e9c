import {
  levelBefore,
  passwordFields,
  sections,
  type ManagedSettings,
  type SectionName,
} from "@tonneline/contract/settings";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf } from "../../lib/api.ts";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { keepUserInput, useFormVersion } from "../../lib/useFormVersion.ts";
import { showToast } from "../../ui/toast.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { fromTexts, toTexts, type SettingsField } from "./sections.ts";
import { saveSection, useSettingsCache } from "./settings.queries.ts";

export interface SectionOfSettings {
  section: SectionName;
  fields: readonly SettingsField[];
  settings: ManagedSettings;
}

/** The form of one section, and its submission. Input is kept, whoever saves the section meanwhile. */
export function useSectionForm({ section, fields, settings }: SectionOfSettings) {
  const { t } = useTranslation();
  const { store, refresh } = useSettingsCache();
  const stored = settings[section];
  const form = useForm<Record<string, string>>({
    defaultValues: { ...toTexts(fields, stored), password: "" },
    shouldFocusError: false,
  });
  const { dirtyFields, isDirty } = form.formState;
  useUnsaved(isDirty);
  const { version, adopt } = useFormVersion(stored, isDirty);
  const asksPassword = (passwordFields[section] ?? []).some((field) => dirtyFields[field]);
  const label = (name: string) => t(`settings.${section}.${name}` as "settings.seller.name");
  const labels = {
    ...Object.fromEntries(fields.map(({ name }) => [name, label(name)])),
    password: t("settings.password.label"),
  };
  const { onSubmit, summary } = useFormSubmission(form, labels, {
    refresh: () => (adopt(), refresh()),
    messageFor: (who) => t("settings.conflict", { who }),
  });

  // Saved elsewhere: update untouched fields.
  useEffect(() => {
    form.reset({ ...toTexts(fields, stored), password: "" }, keepUserInput);
  }, [form, fields, stored]);

  // The server's paths start with the section.
  const showRefused = (error: unknown) => {
    const below = fieldErrorsOf(error).filter(({ path }) => path.startsWith(`${section}.`));
    if (below.length === 0) throw error;
    for (const { path, message } of below)
      form.setError(path.slice(section.length + 1).split(".", 1)[0]!, { message });
  };

  const submit = onSubmit(async (texts) => {
    const value = fromTexts(fields, texts);
    const parsed = sections[section].safeParse(value);
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        form.setError(String(path[0]), { message });
      return;
    }
    const early = "level1Days" in parsed.data && levelBefore(parsed.data);
    if (early) return form.setError(early.field, early);
    try {
      const saved = await saveSection({
        [section]: { ...parsed.data, version },
        ...(asksPassword && texts.password && { password: texts.password }),
      });
      adopt(saved[section]);
      store(saved);
      form.reset({ ...toTexts(fields, saved[section]), password: "" });
      const title = t(`settings.${section}.title`);
      showToast({ tone: "good", text: t("settings.saved", { section: title }) });
    } catch (error) {
      showRefused(error);
    }
  });

  return { form, submit, summary, label, asksPassword };
}
