import { ActionIcon, Skeleton } from "@mantine/core";
import { IconArrowLeft, IconPaperclip, IconX } from "@tabler/icons-react";
import { areas } from "@tonneline/contract/endpoint";
import type { Mail } from "@tonneline/contract/mails";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, reasonOf } from "../../lib/failure.ts";
import { dateTime, fileSize } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { showToast } from "../../ui/toast.tsx";
import { LetterFrame } from "./LetterFrame.tsx";
import { useAttachmentDownload, useMail } from "./mails.queries.ts";
import styles from "./mails.module.css";
import { MailStatusBadge } from "./MailStatusBadge.tsx";

interface Props {
  id: string;
  canWrite: boolean;
  busy: boolean;
  onResend: (id: number) => void;
  onClose: () => void;
}

/** One mail next to the list, as its recipient sees it, with its delivery status. */
export function MailReader({ id, canWrite, busy, onResend, onClose }: Props) {
  const { t } = useTranslation();
  const { data: mail, error, refetch } = useMail(id);
  return (
    <section className={styles.reader} aria-label={t("mails.one", { id })}>
      <div className={styles.bar}>
        <ActionIcon
          variant="subtle"
          aria-label={t("mails.close")}
          className={styles.close}
          onClick={onClose}
        >
          <IconX size={18} stroke={1.8} className={styles.onWide} />
          <IconArrowLeft size={18} stroke={1.8} className={styles.onNarrow} />
        </ActionIcon>
        {mail && <MailStatusBadge status={mail.status} />}
        {mail && canWrite && (
          <BusyButton
            size="sm"
            variant={mail.status === "FAILED" ? "filled" : "default"}
            busy={busy}
            onClick={() => onResend(mail.id)}
          >
            {t("mails.resend")}
          </BusyButton>
        )}
      </div>
      {!mail && !error && <Skeleton height={320} role="status" aria-label={t("app.loading")} />}
      {!mail && error && (
        <ErrorState
          title={t("mails.oneFailed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {mail && <Letter key={mail.id} mail={mail} />}
    </section>
  );
}

function Letter({ mail }: { mail: Mail }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { to, subject, status, createdAt, sentAt, attempts, lastError, nextTryAt, html, text } =
    mail;
  const area = areas.find((each) => mail.permission.startsWith(`${each}:`)) ?? "settings";
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {subject}
      </h2>
      <dl className={styles.facts}>
        <dt>{t("mails.column.to")}</dt>
        <dd>{to}</dd>
        <dt>{t("mails.column.written")}</dt>
        <dd>{dateTime(createdAt)}</dd>
        {sentAt && <dt>{t("mails.sent")}</dt>}
        {sentAt && <dd>{dateTime(sentAt)}</dd>}
        {status === "WAITING" && nextTryAt && <dt>{t("mails.next")}</dt>}
        {status === "WAITING" && nextTryAt && <dd>{dateTime(nextTryAt)}</dd>}
      </dl>
      {lastError && status !== "SENT" && (
        <Banner
          tone={status === "FAILED" ? "bad" : "warn"}
          title={t(status === "FAILED" ? "mails.givenUp" : "mails.tried", { count: attempts })}
        >
          <span className={styles.said}>{lastError}</span>
        </Banner>
      )}
      {html === null || text === null ? (
        <Banner tone="info" title={t("mails.hidden", { area: t(`people.roles.areas.${area}`) })} />
      ) : (
        <Words mail={mail} html={html} text={text} />
      )}
    </>
  );
}

/** The mail's content as HTML or plain text, and its attachments. */
function Words({ mail, html, text }: { mail: Mail; html: string; text: string }) {
  const { t } = useTranslation();
  const [plain, setPlain] = useState(false);
  return (
    <>
      <Attachments mail={mail} />
      <div className={styles.faces} role="group" aria-label={t("mails.face.label")}>
        {[false, true].map((each) => (
          <button
            key={String(each)}
            type="button"
            aria-pressed={plain === each}
            onClick={() => setPlain(each)}
          >
            {t(each ? "mails.face.text" : "mails.face.html")}
          </button>
        ))}
      </div>
      {plain ? (
        <pre className={styles.text} tabIndex={0} role="region" aria-label={t("mails.face.text")}>
          {text}
        </pre>
      ) : (
        <LetterFrame subject={mail.subject} html={html} />
      )}
    </>
  );
}

function Attachments({ mail }: { mail: Mail }) {
  const { t } = useTranslation();
  const download = useAttachmentDownload(mail.id);
  if (mail.attachments.length === 0) return null;
  const failed = (error: unknown) =>
    showToast({ tone: "bad", text: t("mails.downloadFailed", { reason: reasonOf(error) }) });
  return (
    <ul className={styles.files} aria-label={t("mails.attachments")}>
      {mail.attachments.map((file) => (
        <li key={file.id}>
          <IconPaperclip size={16} stroke={1.8} aria-hidden />
          <button
            type="button"
            onClick={() => !download.isPending && download.mutate(file, { onError: failed })}
          >
            {file.name}
          </button>
          <span className={styles.soft}>{fileSize(file.bytes)}</span>
        </li>
      ))}
    </ul>
  );
}
