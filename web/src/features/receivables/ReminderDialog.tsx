import { Skeleton } from "@mantine/core";
import type { Receivable } from "@tonneline/contract/receivables";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf } from "../../lib/api.ts";
import { reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useNextReminder, useSendReminder } from "./receivables.queries.ts";
import { areComplete, ReminderWords, type Words } from "./ReminderWords.tsx";

/** Previews the exact mail of the next reminder before it is sent; its text can be changed for this mail only. */
export function ReminderDialog({ invoice, onClose }: { invoice: Receivable; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useNextReminder(invoice.id);
  const sending = useSendReminder(invoice.id);
  const [words, setWords] = useState<Words>();
  // The level that was requested or, later, that the text was written for: a colleague may send it meanwhile.
  const [intendedLevel, setIntendedLevel] = useState(invoice.level + 1);
  const [submitted, setSubmitted] = useState(false);
  const preview = data?.preview;
  const refused = fieldErrorsOf(sending.error);
  const failure = refused.length > 0 ? error : (sending.error ?? error);

  function write(next: Words | undefined) {
    if (!words && preview) setIntendedLevel(preview.level);
    setWords(next);
  }

  function send() {
    setSubmitted(true);
    if (!preview || (words && !areComplete(words))) return;
    sending.mutate(
      { level: preview.level, ...(words && { words }) },
      {
        onSuccess: ({ level, sentTo }) => {
          const text = t("receivables.dialog.sent", { level, to: sentTo.join(", ") });
          showToast({ tone: "good", text });
          onClose();
        },
      },
    );
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
          {preview.level > intendedLevel && !sending.isPending && (
            <Banner
              tone="warn"
              title={t("receivables.dialog.sentMeanwhile", { level: preview.level - 1 })}
            >
              {t(`receivables.dialog.${words ? "wordsNow" : "levelNow"}`, {
                level: preview.level,
              })}
            </Banner>
          )}
          <Facts facts={[[t("receivables.dialog.to"), preview.sentTo.join(", ")]]} />
          <ReminderWords
            usual={preview}
            words={words}
            refused={refused}
            submitted={submitted}
            onChange={write}
          />
        </>
      )}
    </ActionDialog>
  );
}
