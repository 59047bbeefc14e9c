import { TextInput } from "@mantine/core";
import { zodResolver } from "@hookform/resolvers/zod";
import { login as loginCall } from "@tonneline/contract/accounts";
import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { paths, safeNext } from "../../lib/paths.ts";
import { isRefusal, refusalText } from "../../lib/api.ts";
import { keepTokens } from "../../lib/session.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { SecretInput } from "../../ui/SecretInput.tsx";
import { useLogin } from "./accounts.queries.ts";
import styles from "./accounts.module.css";
import { PasskeyLogin } from "./PasskeyLogin.tsx";
import { ridingAlong } from "./ridingAlong.ts";

/** /login: afterwards to `next`, or to the default route. */
export function LoginPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const along = ridingAlong(useSearch({ strict: false }));
  const login = useLogin();
  const passwordId = useId();
  const form = useForm({
    resolver: zodResolver(loginCall.body),
    defaultValues: { username: "", password: "" },
    mode: "onTouched",
  });
  const { errors } = form.formState;
  // Asked for by accounts with a second factor, once their password was right.
  const [asksCode, setAsksCode] = useState(false);

  const submit = form.handleSubmit(async (values) => {
    try {
      keepTokens(await login.mutateAsync(values));
      router.history.replace(safeNext(along.next));
    } catch (error) {
      if (isRefusal(error, "SECOND_FACTOR_REQUIRED") || isRefusal(error, "INVALID_CODE")) {
        setAsksCode(true);
        form.resetField("code");
        // The field is there with the next render.
        setTimeout(() => form.setFocus("code"));
        return;
      }
      // The banner says why; only the password has to be typed again.
      setAsksCode(false);
      form.resetField("code");
      form.resetField("password");
      form.setFocus("password");
    }
  });

  return (
    <div className={styles.form}>
      <div>
        <h1>{t("accounts.login.title")}</h1>
        <p className={styles.lead}>{t("accounts.login.lead")}</p>
      </div>
      <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
        {login.error && !isRefusal(login.error, "SECOND_FACTOR_REQUIRED") && (
          <Banner tone="bad" title={refusalText(login.error)}>
            {isRefusal(login.error, "RATE_LIMITED") && (
              <>
                {t("accounts.login.waitOr")}{" "}
                <Link to={paths.passwordReminder} search={along}>
                  {t("accounts.login.newPassword")}
                </Link>
              </>
            )}
          </Banner>
        )}
        <TextInput
          label={t("accounts.login.email")}
          type="email"
          autoComplete="username"
          size="lg"
          error={errors.username?.message}
          {...form.register("username")}
        />
        <div>
          <div className={styles.beside}>
            <label htmlFor={passwordId} className="field-label">
              {t("accounts.login.password")}
            </label>
            <Link to={paths.passwordReminder} search={along}>
              {t("accounts.login.forgot")}
            </Link>
          </div>
          <SecretInput
            id={passwordId}
            autoComplete="current-password"
            size="lg"
            error={errors.password?.message}
            visibilityToggleButtonProps={{ "aria-label": t("accounts.login.show"), tabIndex: 0 }}
            {...form.register("password")}
          />
        </div>
        {asksCode && (
          <TextInput
            label={t("accounts.factor.login")}
            description={t("accounts.factor.loginHelp")}
            autoComplete="one-time-code"
            size="lg"
            error={errors.code?.message}
            {...form.register("code")}
          />
        )}
        <BusyButton type="submit" size="lg" busy={login.isPending} fullWidth>
          {t("accounts.login.submit")}
        </BusyButton>
      </form>
      <PasskeyLogin onLoggedIn={() => router.history.replace(safeNext(along.next))} />
      <p className={styles.lead}>
        {t("accounts.login.newHere")}{" "}
        <Link to={paths.registration} search={along} className={styles.strong}>
          {t("accounts.login.create")}
        </Link>
      </p>
    </div>
  );
}
