import { TextInput } from "@mantine/core";
import { zodResolver } from "@hookform/resolvers/zod";
import { companyName, newPassword, personName, phone } from "@tonneline/contract/accounts";
import { email } from "@tonneline/contract/shapes";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useForm, useWatch } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import { z } from "zod";
import { paths } from "../../lib/paths.ts";
import { useSite } from "../../lib/site.ts";
import { isRefusal } from "../../lib/api.ts";
import { useRefusedForm } from "../../lib/useRefusedForm.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import styles from "./accounts.module.css";
import { useRegister } from "./accounts.queries.ts";
import { PasswordField } from "./PasswordField.tsx";
import "../../locales/en/account.ts";
import { referralOf, ridingAlong } from "./ridingAlong.ts";

const form = z.object({
  firstName: personName,
  lastName: personName,
  companyName: z.union([z.literal(""), companyName]),
  username: email,
  phone: z.union([z.literal(""), phone], { error: "Invalid phone number" }),
  password: newPassword,
});
const blank = {
  firstName: "",
  lastName: "",
  companyName: "",
  username: "",
  phone: "",
  password: "",
};

/** /registration: a company account, with the partner who referred riding along. */
export function RegistrationPage() {
  const { t } = useTranslation();
  const { links } = useSite();
  const along = ridingAlong(useSearch({ strict: false }));
  const { fields, submit, summary, isTaken } = useRegistration(along);
  const { errors, isSubmitting } = fields.formState;
  const [username, password] = useWatch({
    control: fields.control,
    name: ["username", "password"],
  });
  const toLogin = (className?: string) => (
    <Link to={paths.login} search={along} className={className}>
      {t("accounts.login.submit")}
    </Link>
  );
  const field = (name: Exclude<keyof typeof blank, "password">) => ({
    size: "lg",
    error: errors[name]?.message,
    ...fields.register(name),
  });

  return (
    <div className={styles.form}>
      <div>
        <h1>{t("account.registration.title")}</h1>
        <p className={styles.lead}>{t("account.registration.lead")}</p>
      </div>
      <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
        <FormSummary {...summary} />
        <div className={styles.two}>
          <TextInput
            label={t("account.registration.firstName")}
            autoComplete="given-name"
            {...field("firstName")}
          />
          <TextInput
            label={t("account.registration.lastName")}
            autoComplete="family-name"
            {...field("lastName")}
          />
        </div>
        <TextInput
          label={<Optional label={t("account.registration.company")} />}
          autoComplete="organization"
          {...field("companyName")}
        />
        <TextInput
          label={t("account.registration.email")}
          type="email"
          autoComplete="username"
          {...field("username")}
          {...(isTaken &&
            errors.username && {
              error: (
                <>
                  {errors.username.message} {toLogin()}
                </>
              ),
            })}
        />
        <TextInput
          label={<Optional label={t("account.registration.phone")} />}
          type="tel"
          autoComplete="tel"
          {...field("phone")}
        />
        <PasswordField
          label={t("accounts.login.password")}
          password={password}
          username={username}
          error={errors.password?.message}
          {...fields.register("password")}
        />
        <BusyButton type="submit" size="lg" busy={isSubmitting} fullWidth>
          {t("account.registration.submit")}
        </BusyButton>
      </form>
      <p className={styles.small}>
        <Trans
          i18nKey="account.registration.terms"
          components={{ terms: <a href={links.terms} target="_blank" rel="noreferrer" /> }}
        />
      </p>
      <p className={styles.lead}>
        {t("account.registration.already")} {toLogin(styles.strong)}
      </p>
    </div>
  );
}

function Optional({ label }: { label: string }) {
  const { t } = useTranslation();
  return (
    <>
      {label} <span className={styles.optional}>{t("app.form.optional")}</span>
    </>
  );
}

/** What is typed, and how it becomes an account; `isTaken` once the address has one. */
function useRegistration(along: ReturnType<typeof ridingAlong>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const register = useRegister();
  const fields = useForm({
    resolver: zodResolver(form),
    defaultValues: blank,
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { onSubmit, summary } = useRefusedForm(fields, {
    firstName: t("account.registration.firstName"),
    lastName: t("account.registration.lastName"),
    companyName: t("account.registration.company"),
    username: t("account.registration.email"),
    phone: t("account.registration.phone"),
    password: t("accounts.login.password"),
  });

  const submit = onSubmit(async ({ phone: number, companyName: company, ...rest }) => {
    const body = {
      ...rest,
      ...(number && { phone: number }),
      ...(company && { companyName: company }),
    };
    const made = await register.mutateAsync({ body, query: referralOf(along) });
    await navigate({
      to: paths.registrationSuccess,
      search: along,
      state: { username: made.username },
    });
  });
  return { fields, submit, summary, isTaken: isRefusal(register.error, "ALREADY_REGISTERED") };
}
