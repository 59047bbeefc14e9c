import { Button } from "@mantine/core";
import type { BankEntry } from "@tonneline/contract/bank";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordFailure } from "../../lib/failure.ts";
import { dateTime, day, euros } from "../../lib/format.ts";
import { code, Facts } from "../../ui/Facts.tsx";
import { RecordDrawer } from "../../ui/RecordDrawer.tsx";
import { showToast } from "../../ui/toast.tsx";
import { AsideDialog } from "./AsideDialog.tsx";
import { AskReason } from "./AskReason.tsx";
import { BookForm } from "./BookForm.tsx";
import { RefundDialog } from "./RefundDialog.tsx";
import { useEntry, type Booking } from "./bank.queries.ts";
import { grouped, Match } from "./columns.tsx";

type Step = "refund" | "ignore" | "unbook" | "restore";

interface Props {
  /** "" while closed. */
  id: string;
  canWrite: boolean;
  booking: Booking;
  onClose: () => void;
}

/** One entry beside the list: the bank's data, its orders, and the possible actions. */
export function EntryDrawer({ id, canWrite, booking, onClose }: Props) {
  const { t } = useTranslation();
  const record = useEntry(id);
  const { data: entry } = record;
  const [step, setStep] = useState<Step>();
  const isPending = entry && entry.status !== "BOOKED" && entry.status !== "IGNORED";
  const possible =
    entry && (isPending ? "ignore" : entry.status === "BOOKED" ? "unbook" : "restore");
  return (
    <RecordDrawer
      title={t("bank.one.title", { day: entry ? day(entry.bookedOn) : "" })}
      opened={id !== ""}
      onClose={onClose}
      failure={recordFailure(record, { failed: t("bank.one.failed") })}
      actions={
        entry &&
        canWrite &&
        possible && (
          <>
            {entry.rest > 0 && (
              <Button size="sm" variant="default" onClick={() => setStep("refund")}>
                {t("bank.one.refund", { rest: euros(entry.rest) })}
              </Button>
            )}
            <Button size="sm" variant="default" onClick={() => setStep(possible)}>
              {t(`bank.one.${possible}`)}
            </Button>
          </>
        )
      }
    >
      {entry && (
        <>
          <Match entry={entry} />
          <section>
            <h3>{t("bank.one.facts")}</h3>
            <EntryFacts entry={entry} />
          </section>
          {canWrite && isPending && <BookForm key={entry.id} entry={entry} booking={booking} />}
          {step === "ignore" && (
            <AsideDialog entry={entry} booking={booking} onClose={() => setStep(undefined)} />
          )}
          {step === "refund" && <RefundDialog entry={entry} onClose={() => setStep(undefined)} />}
          {(step === "unbook" || step === "restore") && (
            <ReasonDialog
              entry={entry}
              step={step}
              booking={booking}
              onClose={() => setStep(undefined)}
            />
          )}
        </>
      )}
    </RecordDrawer>
  );
}

function EntryFacts({ entry }: { entry: BankEntry }) {
  const { t } = useTranslation();
  const { takenBack } = entry;
  const isOut = entry.amount < 0;
  return (
    <Facts
      facts={[
        [t("bank.one.amount"), euros(entry.amount)],
        [t("bank.one.credit"), entry.rest > 0 && euros(entry.rest)],
        [t("bank.one.refunded"), entry.refunded > 0 && euros(entry.refunded)],
        [t(`bank.one.${isOut ? "payee" : "payer"}`), entry.payer],
        [t(`bank.one.${isOut ? "payeeIban" : "iban"}`), code(grouped(entry.payerIban))],
        [t("bank.one.text"), entry.text],
        [t("bank.one.references"), code(entry.references.join(", "))],
        [t("bank.one.value"), entry.valueOn && day(entry.valueOn)],
        [t("bank.one.bankReference"), code(entry.bankReference)],
        [t("bank.one.returned"), entry.returnReason],
        [t("bank.one.reason"), entry.reason],
        [
          t("bank.one.takenBack"),
          takenBack && t("bank.one.takenBackBy", { ...takenBack, when: dateTime(takenBack.at) }),
        ],
        [t("bank.one.account"), code(grouped(entry.account))],
      ]}
    />
  );
}

/** Asks for the reason of reverting an action. */
function ReasonDialog(props: {
  entry: BankEntry;
  step: "unbook" | "restore";
  booking: Booking;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { entry, step, booking, onClose } = props;
  const { mutate, isPending, error } = booking.unbook;
  const done = { unbook: "undone", restore: "restored" } as const;

  function confirm(reason: string) {
    mutate(
      { entry, reason },
      {
        onSuccess: () => {
          showToast({ tone: "good", text: t(`bank.toast.${done[step]}`) });
          onClose();
        },
      },
    );
  }

  return (
    <AskReason
      title={t(`bank.ask.${step}`)}
      text={t(`bank.ask.${step}Text`)}
      confirm={t(`bank.ask.${step}`)}
      danger={step === "unbook"}
      busy={isPending}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
