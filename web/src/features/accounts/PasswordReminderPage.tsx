import { TextInput } from "@mantine/core";
import { zodResolver } from "@hookform/resolvers/zod";
import { requestPasswordReset } from "@tonneline/contract/accounts";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import styles from "./accounts.module.css";
import { useRemindPassword } from "./accounts.queries.ts";
import { carriedParams } from "./carriedParams.ts";
import "../../locales/en/account.ts";

/** /password-reminder: shows the same confirmation for known and unknown emails. */
export function PasswordReminderPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const carried = carriedParams(useSearch({ strict: false }));
  const remind = useRemindPassword();
  const fields = useForm({
    resolver: zodResolver(requestPasswordReset.body),
    defaultValues: { username: "" },
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = fields.formState;
  const { onSubmit, summary } = useFormSubmission(fields, { username: t("accounts.login.email") });

  const submit = onSubmit(async ({ username }) => {
    await remind.mutateAsync({ username });
    await navigate({ to: paths.passwordReminderSuccess, search: carried, state: { username } });
  });

  return (
    <div className={styles.form}>
      <div>
        <h1>{t("account.reminder.title")}</h1>
        <p className={styles.lead}>{t("account.reminder.lead")}</p>
      </div>
      <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
        <FormSummary {...summary} />
        <TextInput
          label={t("accounts.login.email")}
          type="email"
          autoComplete="username"
          size="lg"
          error={errors.username?.message}
          {...fields.register("username")}
        />
        <BusyButton type="submit" size="lg" busy={isSubmitting} fullWidth>
          {t("account.reminder.submit")}
        </BusyButton>
      </form>
      <p className={styles.lead}>
        {t("account.reminder.remembered")}{" "}
        <Link to={paths.login} search={carried} className={styles.strong}>
          {t("accounts.login.submit")}
        </Link>
      </p>
    </div>
  );
}
