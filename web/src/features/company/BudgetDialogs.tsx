import { TextInput } from "@mantine/core";
import { budgetKey, costCentreKey, type Budget } from "@tonneline/contract/approvalRules";
import type { Company } from "@tonneline/contract/company";
import { typedEuros } from "@tonneline/contract/typed";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isRefusal, refusalText } from "../../lib/api.ts";
import { euros, today } from "../../lib/format.ts";
import { useFormVersion } from "../../lib/useFormVersion.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useSaveBudgets } from "./company.queries.ts";

type Planned = Pick<Budget, "costCentre" | "year" | "amount">;

const isOf =
  ({ costCentre, year }: Omit<Planned, "amount">) =>
  (other: Planned) =>
    costCentreKey(other.costCentre) === costCentreKey(costCentre) && other.year === year;

/** The planned amounts, which the company's version covers; what is ordered under them changes without a new version. */
const partOf = ({ budgets, version }: Company) => ({
  budgets: budgets.map(({ costCentre, year, amount }): Planned => ({ costCentre, year, amount })),
  version,
});

/**
 * Changes the budgets as they were when the dialog opened; after a conflict with a colleague's change, which is
 * reported, as they are now.
 */
function useChange(company: Company) {
  const { t } = useTranslation();
  const part = partOf(company);
  const { version, adopt } = useFormVersion(part, true);
  const save = useSaveBudgets();
  const change = (to: (budgets: Planned[]) => Planned[], onSuccess: () => void) =>
    save.mutate(
      { budgets: to(part.budgets), version },
      {
        onSuccess,
        onError: (error) => {
          if (isRefusal(error, "VERSION_CONFLICT")) adopt();
        },
      },
    );
  const failure = isRefusal(save.error, "VERSION_CONFLICT")
    ? t("company.budgets.conflict")
    : save.error && refusalText(save.error);
  return { change, busy: save.isPending, failure: failure ?? undefined };
}

interface Props {
  /** The budget to change; without it, a new one is created. */
  budget?: Budget;
  /** The preset year of a new budget. */
  year: number;
  company: Company;
  onSaved: (year: number) => void;
  onClose: () => void;
}

/** Plans an amount for a cost centre and year, neither of which can be changed later. */
export function BudgetDialog({ budget, year, company, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const { change, busy, failure } = useChange(company);
  const [typed, setTyped] = useState({
    costCentre: budget?.costCentre ?? "",
    year: budget?.year ?? year,
    amount: budget?.amount.toFixed(2) ?? "",
  });
  const [submitted, setSubmitted] = useState(false);
  const type = (more: Partial<typeof typed>) => setTyped({ ...typed, ...more });
  const centre = budgetKey.costCentre.safeParse(typed.costCentre).data;
  const amount = typedEuros(typed.amount);
  const wanted = centre !== undefined && { costCentre: centre, year: typed.year };
  const isTaken = !budget && wanted && company.budgets.some(isOf(wanted));

  function confirm() {
    setSubmitted(true);
    if (!wanted || isTaken || typeof amount !== "number") return;
    const planned = { ...wanted, amount };
    const isOther = (each: Planned) => !isOf(planned)(each);
    change(
      (all) => [...all.filter(isOther), planned],
      () => {
        const text = t("company.budgets.saved", { ...wanted, amount: euros(amount) });
        showToast({ tone: "good", text });
        onSaved(wanted.year);
        onClose();
      },
    );
  }

  return (
    <ActionDialog
      title={budget ? t("company.budgets.editOf", budget) : t("company.budgets.add")}
      text={t("company.budgets.dialogText")}
      confirm={t("company.budgets.save")}
      busy={busy}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextInput
        label={t("company.budgets.costCentre")}
        description={t("company.budgets.costCentreHelp")}
        maxLength={60}
        spellCheck={false}
        autoComplete="off"
        readOnly={budget !== undefined}
        value={typed.costCentre}
        error={
          submitted &&
          (isTaken ? t("company.budgets.taken") : !centre && t("company.budgets.noCentre"))
        }
        onChange={({ currentTarget }) => type({ costCentre: currentTarget.value })}
        data-autofocus={budget ? undefined : true}
      />
      <SelectField
        label={t("company.budgets.year")}
        disabled={budget !== undefined}
        data={yearsAround(typed.year).map(String)}
        value={String(typed.year)}
        onChange={({ currentTarget }) => type({ year: Number(currentTarget.value) })}
      />
      <TextInput
        label={t("company.budgets.amountLabel")}
        inputMode="decimal"
        value={typed.amount}
        error={submitted && typeof amount !== "number" && t("company.budgets.wrongAmount")}
        onChange={({ currentTarget }) => type({ amount: currentTarget.value })}
        data-autofocus={budget ? true : undefined}
      />
    </ActionDialog>
  );
}

/** Returns the years from last year to three years ahead, plus the chosen one. */
function yearsAround(chosen: number): number[] {
  const now = Number(today().slice(0, 4));
  const usual = [-1, 0, 1, 2, 3].map((ahead) => now + ahead);
  return [...new Set([...usual, chosen])].sort((a, b) => a - b);
}

/** Confirms the removal of a budget. Orders under its cost centre are kept. */
export function RemoveBudgetDialog(props: {
  budget: Budget;
  company: Company;
  onClose: () => void;
}) {
  const { budget, company, onClose } = props;
  const { t } = useTranslation();
  const { change, busy, failure } = useChange(company);
  const confirm = () =>
    change(
      (all) => all.filter((each) => !isOf(budget)(each)),
      () => {
        showToast({ tone: "good", text: t("company.budgets.removed", budget) });
        onClose();
      },
    );
  return (
    <ActionDialog
      title={t("company.budgets.removeTitle", budget)}
      text={t("company.budgets.removeText", budget)}
      confirm={t("company.budgets.remove")}
      danger
      busy={busy}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
