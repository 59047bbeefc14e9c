import { Skeleton } from "@mantine/core";
import type { Receivable } from "@tonneline/contract/receivables";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useNextReminder, useSendReminder } from "./receivables.queries.ts";
import styles from "./receivables.module.css";

/** Shows the very mail of the next reminder before it goes out. */
export function ReminderDialog({ invoice, onClose }: { invoice: Receivable; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useNextReminder(invoice.id);
  const sending = useSendReminder(invoice.id);
  const preview = data?.preview;
  const failure = sending.error ?? error;

  function send() {
    if (!preview) return;
    sending.mutate(preview.level, {
      onSuccess: ({ level, sentTo }) => {
        const text = t("receivables.dialog.sent", { level, to: sentTo.join(", ") });
        showToast({ tone: "good", text });
        onClose();
      },
    });
  }

  return (
    <ActionDialog
      title={t("receivables.dialog.title", { name: invoice.companyName })}
      text={t("receivables.dialog.text")}
      confirm={
        preview
          ? t("receivables.dialog.send", { level: preview.level })
          : t("receivables.dialog.impossible")
      }
      busy={sending.isPending}
      impossible={!preview}
      failure={failure ? reasonOf(failure) : undefined}
      onConfirm={send}
      onClose={onClose}
    >
      {!data && !error && (
        <Skeleton height={200} role="status" aria-label={t("receivables.dialog.loading")} />
      )}
      {preview && (
        <>
          <Facts
            facts={[
              [t("receivables.dialog.to"), preview.sentTo.join(", ")],
              [t("receivables.dialog.subject"), preview.subject],
            ]}
          />
          <p className={styles.mail} aria-label={t("receivables.dialog.mail")}>
            {preview.text}
          </p>
        </>
      )}
    </ActionDialog>
  );
}
