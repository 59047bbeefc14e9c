import { TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { useUnprintable } from "../../lib/unprintable.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { OptionalLabel } from "../../ui/OptionalLabel.tsx";
import styles from "./accounts.module.css";
import { PasswordField } from "./PasswordField.tsx";
import type { carriedParams } from "./carriedParams.ts";
import { useRegistration } from "./useRegistration.ts";

/** Names that are printed on quotes and statements: the company's, or the person's if it has no name of its own. */
const printedNames = ["companyName", "firstName", "lastName"] as const;

interface Props {
  carried: ReturnType<typeof carriedParams>;
}

/** The fields of a new account and its company. */
export function RegistrationForm({ carried }: Props) {
  const { t } = useTranslation();
  const { fields, submit, summary, isTaken } = useRegistration(carried);
  const { errors, isSubmitting } = fields.formState;
  const [username, password] = useWatch({
    control: fields.control,
    name: ["username", "password"],
  });
  const names = useWatch({ control: fields.control, name: printedNames });
  const [company] = names;
  const field = (name: "firstName" | "lastName" | "companyName" | "username" | "phone") => ({
    size: "lg",
    error: errors[name]?.message,
    ...fields.register(name),
  });

  const unprintable = useUnprintable();
  const printed = (name: (typeof printedNames)[number]) => ({
    ...field(name),
    description:
      name === "companyName" || !company?.trim()
        ? unprintable(names[printedNames.indexOf(name)])
        : undefined,
  });

  return (
    <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
      <FormSummary {...summary} />
      <div className={styles.two}>
        <TextInput
          label={t("account.registration.firstName")}
          autoComplete="given-name"
          {...printed("firstName")}
        />
        <TextInput
          label={t("account.registration.lastName")}
          autoComplete="family-name"
          {...printed("lastName")}
        />
      </div>
      <TextInput
        label={<OptionalLabel label={t("account.registration.company")} />}
        autoComplete="organization"
        {...printed("companyName")}
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
                {errors.username.message} <LoginLink carried={carried} />
              </>
            ),
          })}
      />
      <TextInput
        label={<OptionalLabel label={t("account.registration.phone")} />}
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
  );
}

/** Leads to the login, along with the carried parameters. */
export function LoginLink({ carried, className }: Props & { className?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Link to={paths.login} search={carried} className={className}>
      {t("accounts.login.submit")}
    </Link>
  );
}
