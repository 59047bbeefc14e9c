import { TextInput } from "@mantine/core";
import type { Target } from "@tonneline/contract/portfolio";
import { typedTonnes } from "@tonneline/contract/typed";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { today, tonnes, whole } from "../../lib/format.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useSetTarget } from "./targets.queries.ts";

interface Props {
  targets: readonly Target[];
  /** The preset year. */
  year: number;
  onSaved: (year: number) => void;
  onClose: () => void;
}

/** Sets the tonnes that a company intends to retire for a year; 0 removes the target. */
export function TargetDialog({ targets, year: first, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const save = useSetTarget();
  const tonnesOf = (year: number) => targets.find((each) => each.year === year)?.tonnes;
  const fieldOf = (year: number) => {
    const before = tonnesOf(year);
    return before ? whole(before) : "";
  };
  const [year, setYear] = useState(first);
  const [typed, setTyped] = useState(fieldOf(first));
  const [submitted, setSubmitted] = useState(false);
  const amount = typedTonnes(typed) ?? undefined;
  // 0 is invalid if there is no target to remove.
  const isWrong = amount === undefined || (amount === 0 && !tonnesOf(year));

  function confirm() {
    setSubmitted(true);
    if (amount === undefined || isWrong) return;
    save.mutate(
      { year, tonnes: amount },
      {
        onSuccess: () => {
          const key = amount > 0 ? "portfolio.target.saved" : "portfolio.target.removed";
          showToast({ tone: "good", text: t(key, { year, amount: tonnes(amount) }) });
          onSaved(year);
          onClose();
        },
      },
    );
  }

  return (
    <ActionDialog
      title={t("portfolio.target.set")}
      text={t("portfolio.target.dialogText")}
      confirm={t("portfolio.target.save")}
      busy={save.isPending}
      failure={save.error ? refusalText(save.error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <SelectField
        label={t("portfolio.target.year")}
        data={yearsAround(first).map(String)}
        value={String(year)}
        onChange={({ currentTarget }) => {
          const chosen = Number(currentTarget.value);
          // Input is kept, unless it is just the previous year's target.
          if (typed === fieldOf(year)) setTyped(fieldOf(chosen));
          setYear(chosen);
        }}
      />
      <TextInput
        label={t("portfolio.target.tonnes")}
        description={tonnesOf(year) ? t("portfolio.target.zeroRemoves") : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={16}
        value={typed}
        error={submitted && isWrong && t("portfolio.target.wrong")}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
    </ActionDialog>
  );
}

/** Returns the years from last year to five years ahead, plus the chosen one. */
function yearsAround(chosen: number): number[] {
  const now = Number(today().slice(0, 4));
  const usual = [-1, 0, 1, 2, 3, 4, 5].map((ahead) => now + ahead);
  return [...new Set([...usual, chosen])].sort((a, b) => a - b);
}
