import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { IconCalendarEvent } from "@tabler/icons-react";
import { demoTopic } from "@tonneline/contract/support";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/session.ts";
import { Banner } from "../../ui/Banner.tsx";
import { SupportForm } from "../support/SupportForm.tsx";
import { useExternalForms } from "../support/support.queries.ts";
import styles from "./accounts.module.css";

/** Books a demo: a link to the configured page, or else our own form. */
export function BookDemoForm() {
  const { t } = useTranslation();
  const user = useUser();
  const externalForms = useExternalForms();
  const [sent, setSent] = useState(false);
  const done = useRef<HTMLDivElement>(null);
  // The focused button disappears with its form.
  useEffect(() => {
    if (sent) done.current?.focus();
  }, [sent]);

  // If the request fails, our own form is the fallback.
  if (externalForms.isPending)
    return (
      <Skeleton className={styles.bookingWaiting!} role="status" aria-label={t("app.loading")} />
    );
  const meetingUrl = externalForms.data?.meetingUrl;
  return (
    <section aria-labelledby="book-a-demo" className={styles.booking}>
      <h2 id="book-a-demo" className={styles.heading}>
        {t("account.bookDemo.bookTitle")}
      </h2>
      {meetingUrl && (
        <>
          <p className={styles.lead}>{t("account.bookDemo.bookHereText")}</p>
          <Button
            component="a"
            href={meetingUrl}
            target="_blank"
            rel="noopener noreferrer"
            size="lg"
            leftSection={<IconCalendarEvent size={20} stroke={1.6} aria-hidden />}
          >
            {t("account.bookDemo.bookHere")} <VisuallyHidden>({t("app.newWindow")})</VisuallyHidden>
          </Button>
        </>
      )}
      {!meetingUrl && sent && (
        <div ref={done} tabIndex={-1}>
          <Banner tone="good" title={t("account.bookDemo.sent")} />
        </div>
      )}
      {!meetingUrl && !sent && (
        <SupportForm
          topicKnown
          prefill={{
            firstName: user?.firstName ?? "",
            lastName: user?.lastName ?? "",
            email: user?.username ?? "",
            topic: demoTopic,
          }}
          onSent={() => setSent(true)}
        />
      )}
    </section>
  );
}
