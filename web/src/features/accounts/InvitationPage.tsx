import { Button, Skeleton, TextInput } from "@mantine/core";
import { IconCircleCheck, IconClockX } from "@tabler/icons-react";
import { zodResolver } from "@hookform/resolvers/zod";
import { Link, useSearch } from "@tanstack/react-router";
import { newPassword, personName } from "@tonneline/contract/accounts";
import type { SeenInvitation } from "@tonneline/contract/company";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { isRefusal } from "../../lib/api.ts";
import { failureOf, isLost } from "../../lib/failure.ts";
import { paths } from "../../lib/paths.ts";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { MessagePanel } from "../../ui/MessagePanel.tsx";
import { useAcceptInvitation, useInvitation } from "../company/company.queries.ts";
import styles from "./accounts.module.css";
import "../../locales/en/account.ts";
import "../../locales/en/company.ts";
import { PasswordField } from "./PasswordField.tsx";

/** /invitation: joins a company by a mailed link; new users choose a name and a password. */
export function InvitationPage() {
  const { t } = useTranslation();
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const invitationToken = typeof token === "string" ? token : "-";
  const { data: invitation, error, refetch } = useInvitation(invitationToken);
  const accept = useAcceptInvitation();
  // A response was lost: if the link is now reported as used, it may have been used by this page.
  const [isUnknown, setUnknown] = useState(false);
  if (accept.data)
    return (
      <Outcome>
        <Joined companyName={accept.data.companyName} />
      </Outcome>
    );
  const isOver = [error, accept.error].some(
    (each) => isRefusal(each, "INVALID_TOKEN") || isRefusal(each, "TOKEN_EXPIRED"),
  );
  if (isOver) {
    const over = (
      <MessagePanel
        icon={IconClockX}
        tone="warn"
        title={t("company.accept.overTitle")}
        text={t(isUnknown ? "company.accept.perhapsText" : "company.accept.overText")}
        action={<ToLogin />}
      />
    );
    return accept.error ? <Outcome>{over}</Outcome> : over;
  }
  if (error) {
    const title = t("company.accept.failed");
    return <ErrorState title={title} {...failureOf(error)} onRetry={() => void refetch()} />;
  }
  if (!invitation) return <Skeleton height={420} />;
  return (
    <JoinForm
      invitation={invitation}
      onJoin={async (values) => {
        await accept
          .mutateAsync({ token: invitationToken, ...values })
          .catch((failure: unknown) => {
            if (isLost(failure)) setUnknown(true);
            throw failure;
          });
      }}
    />
  );
}

const fields = z.object({ firstName: personName, lastName: personName, password: newPassword });
type Fields = z.output<typeof fields>;
const blank = { firstName: "", lastName: "", password: "" };

function JoinForm(props: {
  invitation: SeenInvitation;
  onJoin: (values: Partial<Fields>) => Promise<void>;
}) {
  const { invitation, onJoin } = props;
  const { hasAccount, email, companyName: company, invitedBy: name } = invitation;
  const { t } = useTranslation();
  const form = useForm<Fields>({
    ...(!hasAccount && { resolver: zodResolver(fields) }),
    defaultValues: blank,
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { onSubmit, summary } = useFormSubmission(form, {
    firstName: t("company.accept.firstName"),
    lastName: t("company.accept.lastName"),
    password: t("company.accept.password"),
  });
  const submit = onSubmit((values) => onJoin(hasAccount ? {} : values));
  const role = t(`company.accept.as.${invitation.role}`);
  return (
    <div className={styles.form}>
      <div>
        <h1>{t("company.accept.title", { company })}</h1>
        <p className={styles.lead}>{t("company.accept.lead", { name, company, role })}</p>
        <p className={styles.lead}>
          {t(hasAccount ? "company.accept.leadAccount" : "company.accept.leadNew", { email })}
        </p>
      </div>
      <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
        <FormSummary {...summary} />
        {!hasAccount && <NewAccount form={form} email={email} />}
        <BusyButton type="submit" size="lg" busy={form.formState.isSubmitting} fullWidth>
          {t("company.accept.submit")}
        </BusyButton>
      </form>
    </div>
  );
}

function NewAccount({ form, email }: { form: UseFormReturn<Fields>; email: string }) {
  const { t } = useTranslation();
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: "password" });
  return (
    <>
      <div className={styles.two}>
        <TextInput
          label={t("company.accept.firstName")}
          autoComplete="given-name"
          size="lg"
          error={errors.firstName?.message}
          {...form.register("firstName")}
        />
        <TextInput
          label={t("company.accept.lastName")}
          autoComplete="family-name"
          size="lg"
          error={errors.lastName?.message}
          {...form.register("lastName")}
        />
      </div>
      <PasswordField
        label={t("company.accept.password")}
        password={password}
        username={email}
        error={errors.password?.message}
        {...form.register("password")}
      />
    </>
  );
}

/** Replaces the form, whose button had the focus. */
function Outcome({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <div ref={region} tabIndex={-1}>
      {children}
    </div>
  );
}

function Joined({ companyName: company }: { companyName: string }) {
  const { t } = useTranslation();
  return (
    <MessagePanel
      icon={IconCircleCheck}
      tone="good"
      title={t("company.accept.doneTitle", { company })}
      text={t("company.accept.doneText")}
      action={<ToLogin />}
    />
  );
}

function ToLogin() {
  const { t } = useTranslation();
  return (
    <Button size="lg" fullWidth renderRoot={(button) => <Link to={paths.login} {...button} />}>
      {t("company.accept.toLogin")}
    </Button>
  );
}
