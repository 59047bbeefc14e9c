import { payeeFields } from "@tonneline/contract/settings";
import { useTranslation } from "react-i18next";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { SecretInput } from "../../ui/SecretInput.tsx";
import styles from "./settings.module.css";
import { SettingsInput } from "./SettingsInput.tsx";
import { useSectionForm, type SectionOfSettings } from "./useSectionForm.ts";

/** The form of one section of the settings. */
export function SectionForm({ canWrite, ...shown }: SectionOfSettings & { canWrite: boolean }) {
  const { t } = useTranslation();
  const { form, submit, summary, label, asksPassword } = useSectionForm(shown);
  const { errors, isSubmitting, isDirty } = form.formState;
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormSummary {...summary} message={summary.message ?? errors.root?.message} />
      <div className={styles.two}>
        {shown.fields.map((field) => (
          <SettingsInput
            key={field.name}
            {...{ field, form, canWrite }}
            label={label(field.name)}
          />
        ))}
      </div>
      {asksPassword && (
        <SecretInput
          autoComplete="current-password"
          label={t("settings.password.label")}
          description={shown.section in payeeFields && t("settings.password.help")}
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
