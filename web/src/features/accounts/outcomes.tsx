import { Button } from "@mantine/core";
import { IconCircleCheck, IconClockX, IconMail } from "@tabler/icons-react";
import { Link, useRouterState, useSearch } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { MessagePanel } from "../../ui/MessagePanel.tsx";
import styles from "./accounts.module.css";
import "../../locales/en/account.ts";
import { carriedParams } from "./carriedParams.ts";

type Panel = ComponentProps<typeof MessagePanel>;

/** The outcome of a step, and the one way to continue. */
function Outcome({ to, label, ...panel }: Omit<Panel, "action"> & { to: string; label: string }) {
  const carried = carriedParams(useSearch({ strict: false }));
  return (
    <MessagePanel
      {...panel}
      action={
        <Button
          size="lg"
          fullWidth
          renderRoot={(button) => <Link to={to} search={carried} {...button} />}
        >
          {label}
        </Button>
      }
    />
  );
}

/** An alternative, after the main link. */
function AlternativeLink({ text, to, label }: { text?: string; to: string; label: string }) {
  return (
    <>
      {text}{" "}
      <Link to={to} className={styles.strong}>
        {label}
      </Link>
    </>
  );
}

/** Returns the email that the previous page has passed in navigation state; undefined if this page was opened by its URL. */
function usePassedUsername(): string | undefined {
  return useRouterState({ select: (state) => state.location.state.username });
}

/** /registration/success */
export function RegistrationSuccessPage() {
  const { t } = useTranslation();
  const username = usePassedUsername() ?? t("account.registration.yourAddress");
  return (
    <Outcome
      icon={IconMail}
      tone="good"
      title={t("account.registration.sentTitle")}
      text={t("account.registration.sentText", { username })}
      to={paths.login}
      label={t("account.toLogin")}
      more={t("account.registration.nothingCame")}
    />
  );
}

/** /registration/verify/expired: also for used and truncated links. */
export function VerifyExpiredPage() {
  const { t } = useTranslation();
  const [text, label] = [t("account.verify.noPassword"), t("account.verify.setNew")];
  return (
    <Outcome
      icon={IconClockX}
      tone="warn"
      title={t("account.verify.expiredTitle")}
      text={t("account.verify.expiredText")}
      to={paths.login}
      label={t("account.toLogin")}
      more={<AlternativeLink text={text} to={paths.passwordReminder} label={label} />}
    />
  );
}

/** /password-reminder/success */
export function PasswordReminderSuccessPage() {
  const { t } = useTranslation();
  const username = usePassedUsername() ?? t("account.reminder.thisAddress");
  const [text, label] = [t("account.reminder.nothingCame"), t("account.reminder.again")];
  return (
    <Outcome
      icon={IconMail}
      tone="good"
      title={t("account.registration.sentTitle")}
      text={t("account.reminder.sentText", { username })}
      to={paths.login}
      label={t("account.toLogin")}
      more={<AlternativeLink text={text} to={paths.passwordReminder} label={label} />}
    />
  );
}

/** /password-reset/success */
export function PasswordResetSuccessPage() {
  const { t } = useTranslation();
  return (
    <Outcome
      icon={IconCircleCheck}
      tone="good"
      title={t("account.reset.doneTitle")}
      text={t("account.reset.doneText")}
      to={paths.login}
      label={t("accounts.login.submit")}
    />
  );
}

/** /password-reset/expired */
export function PasswordResetExpiredPage() {
  const { t } = useTranslation();
  return (
    <Outcome
      icon={IconClockX}
      tone="warn"
      title={t("account.verify.expiredTitle")}
      text={t("account.reset.expiredText")}
      to={paths.passwordReminder}
      label={t("account.reset.requestNew")}
      more={<AlternativeLink to={paths.login} label={t("account.toLogin")} />}
    />
  );
}
