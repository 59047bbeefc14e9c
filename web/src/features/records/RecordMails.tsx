import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { RecordTrail } from "@tonneline/contract/records";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { dateTime } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.ts";
import { showToast } from "../../ui/toast.tsx";
import { useTrailSteps, type Named } from "./records.queries.ts";
import styles from "./records.module.css";
import { useFew } from "./useFew.tsx";

/** The mails about a record: their status, a link to their text, and a button to resend them. */
export function RecordMails({ record, mails }: { record: Named } & Pick<RecordTrail, "mails">) {
  const { t } = useTranslation();
  const mine = useUser()?.permissions;
  const { resend } = useTrailSteps(record);
  const { shown, more } = useFew(mails);
  // Each result is reported, even if the next mail was resent meanwhile.
  const send = (mailId: number) =>
    resend
      .mutateAsync(mailId)
      .then(({ to }) => showToast({ tone: "good", text: t("records.mails.again", { to }) }))
      .catch((error: unknown) => showToast({ tone: "bad", text: reasonOf(error) }));
  return (
    <section>
      <h3>{t("records.mails.title")}</h3>
      {mails.length === 0 && <p className={styles.none}>{t("records.mails.none")}</p>}
      <ul className={styles.rows}>
        {shown.map(({ id, to, subject, status, createdAt, sentAt, lastError }) => (
          <li key={id}>
            <span className={styles.line}>
              {mine?.has("settings:read") ? (
                <Link to={paths.managementMails} search={{ open: String(id), tab: "all" }}>
                  {subject}
                </Link>
              ) : (
                subject
              )}
              {mine?.has("settings:write") && status !== "WAITING" && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t("records.mails.resendOne", { subject, to })}
                  onClick={() => void send(id)}
                >
                  {t("records.mails.resend")}
                </Button>
              )}
            </span>
            <small className={status === "FAILED" ? styles.bad : undefined}>
              {t(`records.mails.${status}`, { to, when: dateTime(sentAt ?? createdAt) })}
              {status === "FAILED" && lastError && ` ${lastError}`}
            </small>
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}
