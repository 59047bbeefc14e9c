import { Button } from "@mantine/core";
import { IconCircleCheck, IconClockX, IconMail } from "@tabler/icons-react";
import { Link, useRouterState, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { MessagePanel } from "../../ui/MessagePanel.tsx";
import styles from "./accounts.module.css";
import "../../locales/en/account.ts";
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
  const username = usePassedUsername() ?? t("account.registration.yourAddress");
  return (
    <MessagePanel
      icon={IconMail}
      tone="good"
      title={t("account.registration.sentTitle")}
      text={t("account.registration.sentText", { username })}
      action={<LinkButton to={paths.login} label={t("account.toLogin")} />}
      more={t("account.registration.nothingCame")}
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
      title={t("account.verify.expiredTitle")}
      text={t("account.verify.expiredText")}
      action={<LinkButton to={paths.login} label={t("account.toLogin")} />}
      more={
        <>
          {t("account.verify.noPassword")}{" "}
          <Link to={paths.passwordReminder} className={styles.strong}>
            {t("account.verify.setNew")}
          </Link>
        </>
      }
    />
  );
}

/** /password-reminder/success */
export function PasswordReminderSuccessPage() {
  const { t } = useTranslation();
  const username = usePassedUsername() ?? t("account.reminder.thisAddress");
  return (
    <MessagePanel
      icon={IconMail}
      tone="good"
      title={t("account.registration.sentTitle")}
      text={t("account.reminder.sentText", { username })}
      action={<LinkButton to={paths.login} label={t("account.toLogin")} />}
      more={
        <>
          {t("account.reminder.nothingCame")}{" "}
          <Link to={paths.passwordReminder} className={styles.strong}>
            {t("account.reminder.again")}
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
      title={t("account.reset.doneTitle")}
      text={t("account.reset.doneText")}
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
      title={t("account.verify.expiredTitle")}
      text={t("account.reset.expiredText")}
      action={<LinkButton to={paths.passwordReminder} label={t("account.reset.requestNew")} />}
      more={
        <Link to={paths.login} className={styles.strong}>
          {t("account.toLogin")}
        </Link>
      }
    />
  );
}
