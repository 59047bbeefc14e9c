import { Select, Switch, Textarea, TextInput } from "@mantine/core";
import { countryNames } from "@tonneline/contract/countries";
import {
  payeeFields,
  sections,
  type ManagedSettings,
  type SectionName,
} from "@tonneline/contract/settings";
import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf, isRefusal } from "../../lib/api.ts";
import { useRefusedForm } from "../../lib/useRefusedForm.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { showToast } from "../../ui/toast.tsx";
import { SecretInput } from "../../ui/SecretInput.tsx";
import { fromTexts, toTexts, type SettingsField } from "./sections.ts";
import styles from "./settings.module.css";
import { saveSection, useKeepSettings } from "./settings.queries.ts";

const countries = Object.entries(countryNames)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label));
const zones = Intl.supportedValuesOf("timeZone");

interface Props {
  section: SectionName;
  fields: readonly SettingsField[];
  settings: ManagedSettings;
  canWrite: boolean;
}

/** One section of the settings. What is typed stays, whoever saves it meanwhile. */
export function SectionForm({ section, fields, settings, canWrite }: Props) {
  const { t } = useTranslation();
  const { keep, refresh } = useKeepSettings();
  const stored = settings[section];
  const form = useForm<Record<string, string>>({
    defaultValues: { ...toTexts(fields, stored), password: "" },
    shouldFocusError: false,
  });
  const { errors, isSubmitting, isDirty, dirtyFields } = form.formState;
  const asksPassword = (payeeFields[section] ?? []).some((field) => dirtyFields[field]);
  const label = (name: string) => t(`settings.${section}.${name}` as "settings.seller.name");
  const { onSubmit, summary } = useRefusedForm(form, {
    ...Object.fromEntries(fields.map(({ name }) => [name, label(name)])),
    password: t("settings.password.label"),
  });

  // Saved elsewhere: shown where nothing was typed.
  useEffect(() => {
    form.reset(
      { ...toTexts(fields, stored), password: "" },
      { keepDirtyValues: true, keepErrors: true },
    );
  }, [form, fields, stored]);

  const submit = onSubmit(async (texts) => {
    const value = fromTexts(fields, texts);
    const parsed = sections[section].safeParse(value);
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        form.setError(String(path[0]), { message });
      return;
    }
    try {
      const saved = await saveSection({
        [section]: { ...parsed.data, version: stored.version },
        ...(asksPassword && texts.password && { password: texts.password }),
      });
      keep(saved);
      form.reset({ ...toTexts(fields, saved[section]), password: "" });
      const title = t(`settings.${section}.title`);
      showToast({ tone: "good", text: t("settings.saved", { section: title }) });
    } catch (error) {
      if (isRefusal(error, "VERSION_CONFLICT")) {
        await refresh();
        form.setError("root", { message: t("settings.conflict") });
        return;
      }
      // The server names its fields below the section.
      const below = fieldErrorsOf(error).filter(({ path }) => path.startsWith(`${section}.`));
      if (below.length === 0) throw error;
      for (const { path, message } of below)
        form.setError(path.slice(section.length + 1).split(".", 1)[0]!, { message });
    }
  });

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormSummary {...summary} message={summary.message ?? errors.root?.message} />
      <div className={styles.two}>
        {fields.map(({ name, kind, optional }) => {
          const shown = {
            label: (
              <>
                {label(name)}{" "}
                {optional && <span className={styles.optional}>{t("app.form.optional")}</span>}
              </>
            ),
            error: errors[name]?.message,
            readOnly: !canWrite,
          };
          if (kind === "country" || kind === "zone") {
            const chosen = form.getValues(name) ?? "";
            // A browser's list may lack a name that another one has.
            const data = kind === "country" ? countries : [...new Set([...zones, chosen])];
            return (
              <Controller
                key={name}
                control={form.control}
                name={name}
                render={({ field }) => (
                  <Select searchable allowDeselect={false} data={data} {...shown} {...field} />
                )}
              />
            );
          }
          if (kind === "switch") {
            return (
              <Controller
                key={name}
                control={form.control}
                name={name}
                render={({ field: { value, onChange, ...field } }) => (
                  <Switch
                    {...field}
                    label={label(name)}
                    checked={value === "true"}
                    disabled={!canWrite}
                    onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
                  />
                )}
              />
            );
          }
          if (kind === "lines") {
            return (
              <Textarea
                key={name}
                autosize
                minRows={2}
                maxRows={12}
                {...shown}
                {...form.register(name)}
              />
            );
          }
          return (
            <TextInput
              key={name}
              {...(kind === "number" && { inputMode: "decimal" as const })}
              {...(kind === "address" && { type: "url", placeholder: "https://" })}
              {...shown}
              {...form.register(name)}
            />
          );
        })}
      </div>
      {asksPassword && (
        <SecretInput
          autoComplete="current-password"
          label={t("settings.password.label")}
          description={t("settings.password.help")}
          error={errors.password?.message}
          {...form.register("password")}
        />
      )}
      {canWrite && (
        <div>
          <BusyButton type="submit" busy={isSubmitting} disabled={!isDirty}>
            {t("settings.save")}
          </BusyButton>
        </div>
      )}
    </form>
  );
}
