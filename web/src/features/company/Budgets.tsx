import { ActionIcon, Button, VisuallyHidden } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import type { Budget } from "@tonneline/contract/approvalRules";
import type { Company } from "@tonneline/contract/company";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { euros, share, today } from "../../lib/format.ts";
import { sumEuros } from "../../lib/sumEuros.ts";
import { Gauge } from "../../ui/Gauge.tsx";
import { NoValue } from "../../ui/NoValue.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { BudgetDialog, RemoveBudgetDialog } from "./BudgetDialogs.tsx";
import styles from "./CompanyPage.module.css";

const figures = ["amount", "requested", "ordered", "paid", "left"] as const;

/** A company's budgets by cost centre, one year at a time, and what was spent of them. */
export function Budgets(props: { company: Company; mayChange: boolean }) {
  const { company, mayChange } = props;
  const { budgets } = company;
  const { t } = useTranslation();
  const thisYear = Number(today().slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const [editing, setEditing] = useState<{ budget?: Budget }>();
  const [removing, setRemoving] = useState<Budget>();
  // The current year remains an option after its last budget is removed: otherwise there would be no way back from
  // it.
  const all = new Set([thisYear, year, ...budgets.map((each) => each.year)]);
  const years = [...all].sort((a, b) => b - a);
  const shown = budgets.filter((each) => each.year === year);
  return (
    <>
      <div className={styles.actions}>
        {years.length > 1 && (
          <SelectField
            className={styles.year}
            aria-label={t("company.budgets.year")}
            data={years.map(String)}
            value={String(year)}
            onChange={({ currentTarget }) => setYear(Number(currentTarget.value))}
          />
        )}
        {mayChange && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
            onClick={() => setEditing({})}
          >
            {t("company.budgets.add")}
          </Button>
        )}
      </div>
      {shown.length === 0 && (
        <p>
          {t(mayChange ? "company.budgets.noneYet" : "company.budgets.none", {
            year: String(year),
          })}
        </p>
      )}
      {shown.length > 0 && (
        <BudgetTable
          budgets={shown}
          year={year}
          {...(mayChange && {
            onEdit: (budget: Budget) => setEditing({ budget }),
            onRemove: setRemoving,
          })}
        />
      )}
      {editing && (
        <BudgetDialog
          {...editing}
          year={year}
          company={company}
          onSaved={setYear}
          onClose={() => setEditing(undefined)}
        />
      )}
      {removing && (
        <RemoveBudgetDialog
          budget={removing}
          company={company}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

interface TableProps {
  budgets: readonly Budget[];
  year: number;
  onEdit?: (budget: Budget) => void;
  onRemove?: (budget: Budget) => void;
}

function BudgetTable({ budgets, year, onEdit, onRemove }: TableProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.frame} tabIndex={0} role="group" aria-label={t("company.budgets.title")}>
      <table className={`${styles.table} ${styles.figures}`}>
        <VisuallyHidden component="caption">
          {t("company.budgets.caption", { year: String(year) })}
        </VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">{t("company.budgets.costCentre")}</th>
            {figures.map((name) => (
              <th key={name} scope="col" className={styles.num}>
                {t(`company.budgets.${name}`)}
              </th>
            ))}
            {onEdit && (
              <th scope="col">
                <VisuallyHidden>{t("company.members.actions")}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {budgets.map((budget) => (
            <BudgetRow
              key={budget.costCentre}
              budget={budget}
              onEdit={onEdit}
              onRemove={onRemove}
            />
          ))}
        </tbody>
        {budgets.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">{t("company.budgets.all")}</th>
              {figures.map((name) => (
                <td key={name} className={styles.num} data-label={t(`company.budgets.${name}`)}>
                  <Figure name={name} amount={sumEuros(budgets.map((budget) => budget[name]))} />
                </td>
              ))}
              {onEdit && <td />}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** Nothing spent is a dash, in rows and in their sum; nothing left is an amount. */
function Figure({ name, amount }: { name: (typeof figures)[number]; amount: number }) {
  return amount === 0 && name !== "left" ? <NoValue /> : euros(amount);
}

interface RowProps extends Pick<TableProps, "onEdit" | "onRemove"> {
  budget: Budget;
}

function BudgetRow({ budget, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation();
  const { costCentre, amount, left } = budget;
  const used = amount - left;
  const part = amount > 0 ? used / amount : Number(used > 0);
  const name = { costCentre };
  return (
    <tr>
      <th scope="row">
        {costCentre}
        <Gauge
          className={left < 0 ? styles.over : undefined}
          part={part}
          label={t("company.budgets.used", { part: share(part) })}
        />
      </th>
      {figures.map((figure) => (
        <td
          key={figure}
          className={styles.num}
          data-label={t(`company.budgets.${figure}`)}
          data-over={(figure === "left" && left < 0) || undefined}
        >
          <Figure name={figure} amount={budget[figure]} />
        </td>
      ))}
      {onEdit && onRemove && (
        <td className={styles.rowActions}>
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={t("company.budgets.editOf", name)}
            onClick={() => onEdit(budget)}
          >
            <IconPencil size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={t("company.budgets.removeOf", name)}
            onClick={() => onRemove(budget)}
          >
            <IconTrash size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        </td>
      )}
    </tr>
  );
}
