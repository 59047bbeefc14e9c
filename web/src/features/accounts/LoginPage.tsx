import { TextInput } from "@mantine/core";
import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { Suspense, useId } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { paths, safeNext } from "../../lib/paths.ts";
import { isRefusal, refusalText } from "../../lib/api.ts";
import { canUsePasskeys } from "../../lib/canUsePasskeys.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { SecretInput } from "../../ui/SecretInput.tsx";
import styles from "./accounts.module.css";
import { clearRegistrationDraft } from "./registration.draft.ts";
import { carriedParams } from "./carriedParams.ts";
import { useLogin } from "./useLogin.ts";

const PasskeyLogin = lazyChunk(async () => ({
  default: (await import("./PasskeyLogin.tsx")).PasskeyLogin,
}));

/** /login: continues to `next`, or to the default route. */
export function LoginPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const carried = carriedParams(search);
  const goOn = () => {
    clearRegistrationDraft();
    router.history.replace(safeNext(carried.next));
  };
  const { form, submit, error, isPending, asksCode } = useLogin(goOn);
  const passwordId = useId();

  return (
    <div className={styles.form}>
      <div>
        <h1>{t("accounts.login.title")}</h1>
        <p className={styles.lead}>{t("accounts.login.lead")}</p>
      </div>
      <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
        {search.ended !== undefined && !error && (
          <Banner tone="info" title={t("accounts.login.ended")} />
        )}
        <LoginError error={error} carried={carried} />
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
            {...form.bindings("password")}
          />
          <Link to={paths.passwordReminder} search={carried}>
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
        <BusyButton type="submit" size="lg" busy={isPending} fullWidth>
          {t("accounts.login.submit")}
        </BusyButton>
      </form>
      {canUsePasskeys() && (
        <Suspense>
          <PasskeyLogin onLoggedIn={goOn} />
        </Suspense>
      )}
      <p className={styles.lead}>
        {t("accounts.login.newHere")}{" "}
        <Link to={paths.registration} search={carried} className={styles.strong}>
          {t("accounts.login.create")}
        </Link>
      </p>
    </div>
  );
}

/** Why the login was refused; a required second factor shows its field instead. */
function LoginError(props: { error: Error | null; carried: ReturnType<typeof carriedParams> }) {
  const { t } = useTranslation();
  const { error, carried } = props;
  if (!error || isRefusal(error, "SECOND_FACTOR_REQUIRED")) return null;
  return (
    <Banner tone="bad" title={refusalText(error)}>
      {isRefusal(error, "RATE_LIMITED") && (
        <>
          {t("accounts.login.waitOr")}{" "}
          <Link to={paths.passwordReminder} search={carried}>
            {t("accounts.login.newPassword")}
          </Link>
        </>
      )}
    </Banner>
  );
}
