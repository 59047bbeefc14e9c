import { TextInput, type TextInputProps } from "@mantine/core";
import type { OrderDetails } from "@tonneline/contract/orders";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { euros, today } from "../../lib/format.ts";
import "../../locales/en/company.ts";
import { useCompany } from "./company.queries.ts";
import styles from "./company.module.css";
import { budgetNote } from "./costCentre.ts";

/** The cost centre of an order of `net` euros, with the rest of its budget. */
export function CostCentreField({ net, ...field }: TextInputProps & { net: number }) {
  const { t } = useTranslation();
  const { data: company } = useCompany();
  const typed = useWatch<OrderDetails, "costCentre">({ name: "costCentre" }) ?? "";
  const choices = useId();
  const year = Number(today().slice(0, 4));
  const budgets = company?.budgets ?? [];
  const note = budgetNote(budgets, typed, { year, net });
  const asksColleague = company?.approvalRules.some(({ kind }) => kind === "OVER_BUDGET");
  return (
    <div>
      <TextInput {...field} list={choices} />
      <datalist id={choices}>
        {budgets
          .filter((each) => each.year === year)
          .map(({ costCentre }) => (
            <option key={costCentre} value={costCentre} />
          ))}
      </datalist>
      <p role="status" className={styles.budget} data-over={(note && note.over > 0) || undefined}>
        {note === null && t("company.budgets.unknown", { year: String(year) })}
        {note &&
          t("company.budgets.leftOf", {
            left: euros(note.left),
            amount: euros(note.amount),
            year: String(year),
          })}
        {note && note.over > 0 && (
          <>
            {" "}
            {t("company.budgets.over", { net: euros(net), over: euros(note.over) })}{" "}
            {asksColleague && t("company.budgets.overAsks")}
          </>
        )}
      </p>
    </div>
  );
}
