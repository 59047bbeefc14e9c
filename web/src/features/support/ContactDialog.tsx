import { Button, VisuallyHidden } from "@mantine/core";
import { IconCalendarEvent } from "@tabler/icons-react";
import { demoTopic, generalTopic } from "@tonneline/contract/support";
import type { FocusEvent } from "react";
import { useTranslation } from "react-i18next";
import { openDialog, type Dialog } from "../../lib/dialogs.ts";
import { failureOf } from "../../lib/failure.ts";
import { useUser } from "../../lib/session.ts";
import { DialogFrame } from "../../ui/DialogFrame.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { showToast } from "../../ui/toast.tsx";
import { EmbeddedForm } from "./EmbeddedForm.tsx";
import styles from "./support.module.css";
import { useExternalForms } from "./support.queries.ts";
import { useCloseOnBack } from "../../ui/useCloseOnBack.ts";
import { useRestoredFocus } from "../../ui/useRestoredFocus.ts";
import "../../locales/en/support.ts";

/** 50vw, as specified, on screens where that is wide enough for a form (from 1280 px up). */
const width = "max(50vw, min(600px, 100vw - 32px))";

interface Props {
  dialog: Dialog;
  onClose: () => void;
}

/** The support dialog, and the one for marketing details, which has a button for a meeting above the form. */
export function ContactDialog({ dialog, onClose }: Props) {
  const { t } = useTranslation();
  useRestoredFocus();
  useCloseOnBack(true, onClose);
  const externalForms = useExternalForms();
  const user = useUser();
  const { topic = generalTopic, projectId, orderId, own = false } = dialog;
  const type = dialog.type === "marketing" ? "marketing" : "support";
  const external = own ? null : externalForms.data?.contactFormUrl;
  const prefill = {
    firstName: user?.firstName ?? "",
    lastName: user?.lastName ?? "",
    email: user?.username ?? "",
    topic,
    projectId,
    orderId,
  };
  const submitted = () => {
    showToast({ tone: "good", text: t("support.sent") });
    onClose();
  };

  return (
    <DialogFrame
      opened
      onClose={onClose}
      title={dialog.header ?? t(`support.header.${type}`)}
      size={width}
      // The input is in the iframe, where this window cannot see it.
      closeOnClickOutside={false}
    >
      {type === "marketing" && (
        <Meeting dialog={dialog} meetingUrl={externalForms.data?.meetingUrl} />
      )}
      {externalForms.error && external === undefined && (
        <div className={styles.failed}>
          <ErrorState
            title={t("support.failed")}
            {...failureOf(externalForms.error)}
            onRetry={() => void externalForms.refetch()}
          />
        </div>
      )}
      {external !== undefined && (
        <EmbeddedForm
          // Another form needs a new iframe.
          key={`${external} ${topic}`}
          external={external}
          prefill={prefill}
          onSubmitted={submitted}
          onCancelled={onClose}
        />
      )}
      {external ? (
        <footer className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            {t("support.cancel")}
          </Button>
        </footer>
      ) : (
        <span tabIndex={0} onFocus={keepFocusInside} />
      )}
    </DialogFrame>
  );
}

/**
 * After our form, where Tab would leave the dialog: moves the focus to the dialog's header, or backwards from the
 * header to the end of the form. The dialog's own focus trap does not see into iframes.
 */
function keepFocusInside({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  const dialog = currentTarget.closest('[role="dialog"]');
  const head = dialog?.querySelector<HTMLElement>("header button");
  const end = dialog
    ?.querySelector("iframe")
    ?.contentDocument?.querySelector<HTMLElement>("button[type=submit]");
  const next = relatedTarget === head ? end : head;
  // Deferred: this focus change must complete before one into an iframe.
  setTimeout(() => next?.focus());
}

/** Books a meeting on the configured page, or by our own form if there is none. */
function Meeting({
  dialog,
  meetingUrl,
}: {
  dialog: Dialog;
  meetingUrl: string | null | undefined;
}) {
  const { t } = useTranslation();
  const { lead = t("support.meeting.lead"), projectId } = dialog;
  const look = {
    size: "lg",
    color: "mint.4",
    leftSection: <IconCalendarEvent size={20} stroke={1.6} aria-hidden />,
  } as const;
  return (
    <div className={styles.meeting}>
      <div className={styles.ask}>
        <p>{lead}</p>
        {meetingUrl ? (
          <Button
            {...look}
            component="a"
            href={meetingUrl}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t("support.meeting.book")} <VisuallyHidden>({t("app.newWindow")})</VisuallyHidden>
          </Button>
        ) : (
          <Button
            {...look}
            onClick={() =>
              openDialog({
                type: "support",
                header: t("support.meeting.header"),
                topic: demoTopic,
                own: true,
                projectId,
              })
            }
          >
            {t("support.meeting.book")}
          </Button>
        )}
      </div>
      <p className={styles.or}>{t("support.meeting.or")}</p>
    </div>
  );
}
