import { TextInput } from "@mantine/core";
import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useId, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { paths, safeNext } from "../../lib/paths.ts";
import { isRefusal, refusalText } from "../../lib/api.ts";
import { canUsePasskeys } from "../../lib/canUsePasskeys.ts";
import { keepTokens } from "../../lib/session.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { SecretInput } from "../../ui/SecretInput.tsx";
import { useSending } from "../../lib/useSending.ts";
import styles from "./accounts.module.css";
import { logIn } from "./login.ts";
import { ridingAlong } from "./ridingAlong.ts";
import { useLoginForm } from "./useLoginForm.ts";

const PasskeyLogin = lazy(async () => ({
  default: (await import("./PasskeyLogin.tsx")).PasskeyLogin,
}));

/** /login: afterwards to `next`, or to the default route. */
export function LoginPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const along = ridingAlong(useSearch({ strict: false }));
  const login = useSending(logIn);
  const passwordId = useId();
  const form = useLoginForm();
  // Asked for by accounts with a second factor, once their password was right.
  const [asksCode, setAsksCode] = useState(false);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const typed = await form.checked();
    if (!typed) return;
    try {
      keepTokens(await login.send(typed));
      router.history.replace(safeNext(along.next));
    } catch (error) {
      if (isRefusal(error, "SECOND_FACTOR_REQUIRED") || isRefusal(error, "INVALID_CODE")) {
        setAsksCode(true);
        form.forget("code");
        // The field is there with the next render.
        setTimeout(() => form.focus("code"));
        return;
      }
      // The banner says why; only the password has to be typed again.
      setAsksCode(false);
      form.forget("code", "password");
      form.focus("password");
    }
  }

  return (
    <div className={styles.form}>
      <div>
        <h1>{t("accounts.login.title")}</h1>
        <p className={styles.lead}>{t("accounts.login.lead")}</p>
      </div>
      <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
        <WhyNot error={login.error} along={along} />
        <TextInput
          label={t("accounts.login.email")}
          type="email"
          autoComplete="username"
          size="lg"
          {...form.bindings("username")}
        />
        <div className={styles.beside}>
          <label htmlFor={passwordId} className="field-label">
            {t("accounts.login.password")}
          </label>
          <SecretInput
            id={passwordId}
            autoComplete="current-password"
            size="lg"
            visibilityToggleButtonProps={{ "aria-label": t("accounts.login.show"), tabIndex: 0 }}
            {...form.bindings("password")}
          />
          <Link to={paths.passwordReminder} search={along}>
            {t("accounts.login.forgot")}
          </Link>
        </div>
        {asksCode && (
          <TextInput
            label={t("accounts.login.code")}
            description={t("accounts.login.codeHelp")}
            autoComplete="one-time-code"
            size="lg"
            {...form.bindings("code")}
          />
        )}
        <BusyButton type="submit" size="lg" busy={login.isPending} fullWidth>
          {t("accounts.login.submit")}
        </BusyButton>
      </form>
      {canUsePasskeys() && (
        <Suspense>
          <PasskeyLogin onLoggedIn={() => router.history.replace(safeNext(along.next))} />
        </Suspense>
      )}
      <p className={styles.lead}>
        {t("accounts.login.newHere")}{" "}
        <Link to={paths.registration} search={along} className={styles.strong}>
          {t("accounts.login.create")}
        </Link>
      </p>
    </div>
  );
}

/** Why it was refused; a second factor has its field instead. */
function WhyNot(props: { error: Error | null; along: ReturnType<typeof ridingAlong> }) {
  const { t } = useTranslation();
  const { error, along } = props;
  if (!error || isRefusal(error, "SECOND_FACTOR_REQUIRED")) return null;
  return (
    <Banner tone="bad" title={refusalText(error)}>
      {isRefusal(error, "RATE_LIMITED") && (
        <>
          {t("accounts.login.waitOr")}{" "}
          <Link to={paths.passwordReminder} search={along}>
            {t("accounts.login.newPassword")}
          </Link>
        </>
      )}
    </Banner>
  );
}
