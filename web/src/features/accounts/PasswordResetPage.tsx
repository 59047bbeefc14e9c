import { zodResolver } from "@hookform/resolvers/zod";
import { newPassword } from "@tonneline/contract/accounts";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { paths } from "../../lib/paths.ts";
import { isRefusal } from "../../lib/api.ts";
import { isLost } from "../../lib/failure.ts";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import styles from "./accounts.module.css";
import { useResetPassword } from "./accounts.queries.ts";
import "../../locales/en/account.ts";
import { PasswordField } from "./PasswordField.tsx";

const form = z.object({ password: newPassword });

/** /password-reset: the route has checked that there is a token and that it has not expired. */
export function PasswordResetPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const reset = useResetPassword();
  const fields = useForm({
    resolver: zodResolver(form),
    defaultValues: { password: "" },
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = fields.formState;
  const { onSubmit, summary } = useFormSubmission(fields, {
    password: t("account.reset.password"),
  });
  const password = useWatch({ control: fields.control, name: "password" });

  // A response was lost: if the link is now reported as used, it may have been used by this page.
  const [isUnknown, setUnknown] = useState(false);
  const submit = onSubmit(async ({ password: chosen }) => {
    await reset.mutateAsync({ token: String(token), password: chosen }).catch((error: unknown) => {
      if (isLost(error)) setUnknown(true);
      throw error;
    });
    // The used link must not remain in the history.
    await navigate({ to: paths.passwordResetSuccess, replace: true });
  });
  const linkIsOver =
    isRefusal(reset.error, "INVALID_TOKEN") || isRefusal(reset.error, "TOKEN_EXPIRED");

  return (
    <div className={styles.form}>
      <div>
        <h1>{t("account.reset.title")}</h1>
        <p className={styles.lead}>{t("account.reset.lead")}</p>
      </div>
      <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
        <FormSummary {...summary} />
        {linkIsOver && (
          <p className={styles.lead}>
            {isUnknown && (
              <>
                {t("account.reset.perhapsDone")}{" "}
                <Link to={paths.login}>{t("account.reset.toLogin")}</Link>{" "}
              </>
            )}
            <Link to={paths.passwordReminder}>{t("account.reset.requestNew")}</Link>
          </p>
        )}
        <PasswordField
          label={t("account.reset.password")}
          password={password}
          username=""
          error={errors.password?.message}
          {...fields.register("password")}
        />
        <BusyButton type="submit" size="lg" busy={isSubmitting} fullWidth>
          {t("account.reset.submit")}
        </BusyButton>
      </form>
    </div>
  );
}
