import { Group, Radio, Textarea, TextInput } from "@mantine/core";
import { maxPauseDays, type Receivable } from "@tonneline/contract/receivables";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf } from "../../lib/api.ts";
import { dayAhead } from "../../lib/days.ts";
import { reasonOf } from "../../lib/failure.ts";
import { day, today } from "../../lib/format.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useStopReminders } from "./receivables.queries.ts";

type Kind = "PAUSED" | "DISPUTE";

/** Pauses the reminders of an invoice until a day, or records that the buyer disputes it. */
export function StopDialog({ invoice, onClose }: { invoice: Receivable; onClose: () => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>("PAUSED");
  const [until, setUntil] = useState("");
  const [reason, setReason] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const stopping = useStopReminders(invoice.id);
  const errors = fieldErrorsOf(stopping.error);
  const errorOf = (path: string) => errors.find((each) => each.path === path)?.message;
  const short = reason.trim().length < 3;
  const last = dayAhead(maxPauseDays);
  const wrong = kind === "PAUSED" && (until < today() || until > last);
  function confirm() {
    setSubmitted(true);
    if (short || wrong) return;
    stopping.mutate(kind === "PAUSED" ? { kind, until, reason } : { kind, reason }, {
      onSuccess: () => {
        showToast({ tone: "good", text: t(`receivables.stopping.done.${kind}`) });
        onClose();
      },
    });
  }
  return (
    <ActionDialog
      title={t("receivables.stopping.title", { number: invoice.invoiceNumber })}
      text={t("receivables.stopping.text", { name: invoice.companyName })}
      confirm={t(`receivables.stopping.confirm.${kind}`)}
      busy={stopping.isPending}
      failure={
        stopping.error && !errorOf("until") && !errorOf("reason")
          ? reasonOf(stopping.error)
          : undefined
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      <Radio.Group
        label={t("receivables.stopping.kind")}
        value={kind}
        onChange={(chosen) => setKind(chosen === "DISPUTE" ? "DISPUTE" : "PAUSED")}
      >
        <Group mt={8} gap={20}>
          <Radio value="PAUSED" data-autofocus label={t("receivables.stopping.kinds.PAUSED")} />
          <Radio value="DISPUTE" label={t("receivables.stopping.kinds.DISPUTE")} />
        </Group>
      </Radio.Group>
      {kind === "PAUSED" && (
        <TextInput
          type="date"
          w={200}
          label={t("receivables.stopping.until")}
          min={today()}
          max={last}
          value={until}
          error={
            submitted && wrong
              ? t("receivables.stopping.untilWrong", { last: day(last) })
              : errorOf("until")
          }
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      )}
      <Textarea
        autosize
        minRows={2}
        maxLength={1000}
        label={t(`receivables.stopping.reason.${kind}`)}
        description={t("receivables.stopping.reasonHelp")}
        value={reason}
        error={submitted && short ? t("receivables.stopping.reasonMissing") : errorOf("reason")}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ActionDialog>
  );
}
