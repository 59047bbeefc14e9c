import { Button } from "@mantine/core";
import { IconCircleCheck, IconClockX, IconMail } from "@tabler/icons-react";
import { Link, useRouterState, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { MessagePanel } from "../../ui/MessagePanel.tsx";
import styles from "./accounts.module.css";
import { ridingAlong } from "./ridingAlong.ts";

function LinkButton(props: { to: string; label: string }) {
  const along = ridingAlong(useSearch({ strict: false }));
  return (
    <Button
      size="lg"
      fullWidth
      renderRoot={(button) => <Link to={props.to} search={along} {...button} />}
    >
      {props.label}
    </Button>
  );
}

/** The email that the page before has passed on in the navigation state; none after a visit by address. */
function usePassedUsername(): string | undefined {
  return useRouterState({ select: (state) => state.location.state.username });
}

/** /registration/success */
export function RegistrationSuccessPage() {
  const { t } = useTranslation();
  const username = usePassedUsername() ?? t("accounts.registration.yourAddress");
  return (
    <MessagePanel
      icon={IconMail}
      tone="good"
      title={t("accounts.registration.sentTitle")}
      text={t("accounts.registration.sentText", { username })}
      action={<LinkButton to={paths.login} label={t("accounts.toLogin")} />}
      more={t("accounts.registration.nothingCame")}
    />
  );
}

/** /registration/verify/expired: also for a link that was used or cut off. */
export function VerifyExpiredPage() {
  const { t } = useTranslation();
  return (
    <MessagePanel
      icon={IconClockX}
      tone="warn"
      title={t("accounts.verify.expiredTitle")}
      text={t("accounts.verify.expiredText")}
      action={<LinkButton to={paths.login} label={t("accounts.toLogin")} />}
      more={
        <>
          {t("accounts.verify.noPassword")}{" "}
          <Link to={paths.passwordReminder} className={styles.strong}>
            {t("accounts.verify.setNew")}
          </Link>
        </>
      }
    />
  );
}

/** /password-reminder/success */
export function PasswordReminderSuccessPage() {
  const { t } = useTranslation();
  const username = usePassedUsername() ?? t("accounts.reminder.thisAddress");
  return (
    <MessagePanel
      icon={IconMail}
      tone="good"
      title={t("accounts.registration.sentTitle")}
      text={t("accounts.reminder.sentText", { username })}
      action={<LinkButton to={paths.login} label={t("accounts.toLogin")} />}
      more={
        <>
          {t("accounts.reminder.nothingCame")}{" "}
          <Link to={paths.passwordReminder} className={styles.strong}>
            {t("accounts.reminder.again")}
          </Link>
        </>
      }
    />
  );
}

/** /password-reset/success */
export function PasswordResetSuccessPage() {
  const { t } = useTranslation();
  return (
    <MessagePanel
      icon={IconCircleCheck}
      tone="good"
      title={t("accounts.reset.doneTitle")}
      text={t("accounts.reset.doneText")}
      action={<LinkButton to={paths.login} label={t("accounts.login.submit")} />}
    />
  );
}

/** /password-reset/expired */
export function PasswordResetExpiredPage() {
  const { t } = useTranslation();
  return (
    <MessagePanel
      icon={IconClockX}
      tone="warn"
      title={t("accounts.verify.expiredTitle")}
      text={t("accounts.reset.expiredText")}
      action={<LinkButton to={paths.passwordReminder} label={t("accounts.reset.requestNew")} />}
      more={
        <Link to={paths.login} className={styles.strong}>
          {t("accounts.toLogin")}
        </Link>
      }
    />
  );
}
