import { Checkbox, TextInput } from "@mantine/core";
import type { BankEntry } from "@tonneline/contract/bank";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { showToast } from "../../ui/toast.tsx";
import { AskReason } from "./AskReason.tsx";
import { useEndRule, type Booking } from "./bank.queries.ts";

/** Names of months in the languages of payers. */
const months = new Set(
  ["en", "de", "fr", "nl", "it", "es"].flatMap((language) =>
    (["long", "short"] as const).flatMap((month) => {
      const name = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
      return Array.from({ length: 12 }, (_, at) => plain(name.format(Date.UTC(2026, at))));
    }),
  ),
);

/** Returns a word in lower case, without trailing punctuation. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[.,:;]$/, "");
}

/** Returns the words of a text that stay the same from month to month. */
const lasting = (text: string) =>
  text
    .split(/\s+/)
    .filter((word) => /^\p{L}{2,}[.,:;]?$/u.test(word) && !months.has(plain(word)))
    .join(" ")
    .slice(0, 140);

/** Sets an entry aside, and optionally later ones like it; a toast offers to undo it for ten seconds. */
export function AsideDialog(props: { entry: BankEntry; booking: Booking; onClose: () => void }) {
  const { t } = useTranslation();
  const { entry, booking, onClose } = props;
  const [always, setAlways] = useState(false);
  const [words, setWords] = useState(() => lasting(entry.text));
  const { mutate, isPending, error } = booking.ignore;
  const undo = useUndoAside(booking);
  const payer = entry.payer || t("bank.unnamed");

  function confirm(reason: string) {
    mutate(
      { entry, reason, ...(always && { always: { words } }) },
      {
        onSuccess: (aside) => {
          const action = { label: t("bank.toast.undo"), onClick: () => undo(aside) };
          showToast({ tone: "good", text: t("bank.toast.ignored"), action });
          onClose();
        },
      },
    );
  }

  return (
    <AskReason
      title={t("bank.ask.ignore")}
      text={t("bank.ask.ignoreText")}
      confirm={t("bank.ask.ignore")}
      busy={isPending}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Checkbox
        label={t(entry.amount < 0 ? "bank.ask.alwaysTo" : "bank.ask.alwaysFrom", { payer })}
        checked={always}
        onChange={({ currentTarget }) => setAlways(currentTarget.checked)}
      />
      {always && (
        <TextInput
          label={t("bank.ask.words")}
          description={t("bank.ask.wordsText")}
          maxLength={140}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      )}
    </AskReason>
  );
}

/** Restores an entry right after it was set aside, and ends the rule that was created with it. */
function useUndoAside({ unbook }: Booking) {
  const { t } = useTranslation();
  const ending = useEndRule();
  const failed = (error: unknown) => showToast({ tone: "bad", text: reasonOf(error) });
  // By then the dialog is closed, and the page perhaps left: callbacks passed to mutate would not run.
  return (entry: BankEntry) => {
    if (entry.ruleId !== null) ending.mutateAsync({ id: entry.ruleId }).catch(failed);
    unbook
      .mutateAsync({ entry, reason: t("bank.undoAside") })
      .then(() => showToast({ tone: "info", text: t("bank.toast.restored") }))
      .catch(failed);
  };
}
