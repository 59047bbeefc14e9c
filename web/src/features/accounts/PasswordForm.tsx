import { zodResolver } from "@hookform/resolvers/zod";
import { newPassword } from "@tonneline/contract/accounts";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { isLost } from "../../lib/failure.ts";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { useUsername } from "../../lib/session.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { showToast } from "../../ui/toast.tsx";
import { SecretInput } from "../../ui/SecretInput.tsx";
import styles from "./DetailsPage.module.css";
import { useChangePassword } from "./me.queries.ts";
import { PasswordField } from "./PasswordField.tsx";

const form = z.object({ currentPassword: z.string().min(1), password: newPassword });
const blank = { currentPassword: "", password: "" };

/** Changes the password, given the current one. */
export function PasswordForm() {
  const { t } = useTranslation();
  const username = useUsername();
  const change = useChangePassword();
  const fields = useForm({
    resolver: zodResolver(form),
    defaultValues: blank,
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = fields.formState;
  const { onSubmit, summary } = useFormSubmission(fields, {
    currentPassword: t("account.details.currentPassword"),
    password: t("account.reset.password"),
  });
  const password = useWatch({ control: fields.control, name: "password" });

  // A response was lost: later refusals may be due to the new password already being set.
  const [isUnknown, setUnknown] = useState(false);
  const submit = onSubmit(async (values) => {
    await change.mutateAsync(values).catch((error: unknown) => {
      if (isLost(error)) setUnknown(true);
      throw error;
    });
    setUnknown(false);
    fields.reset(blank);
    showToast({ tone: "good", text: t("account.reset.doneText") });
  });

  return (
    <form
      className={`${styles.form} ${styles.narrow}`}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <FormSummary {...summary}>
        {isUnknown && <Banner tone="warn" title={t("account.details.passwordUnknown")} />}
      </FormSummary>
      {/* Password managers store the new password under this name. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <SecretInput
        label={t("account.details.currentPassword")}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...fields.register("currentPassword")}
      />
      <PasswordField
        label={t("account.reset.password")}
        size="md"
        password={password}
        username={username}
        error={errors.password?.message}
        {...fields.register("password")}
      />
      <div className={styles.actions}>
        <BusyButton type="submit" busy={isSubmitting}>
          {t("account.reset.submit")}
        </BusyButton>
      </div>
    </form>
  );
}
