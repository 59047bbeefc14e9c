import type { Approval } from "@tonneline/contract/approvals";
import { useTranslation } from "react-i18next";
import { euros } from "../../lib/format.ts";
import { Facts } from "../../ui/Facts.tsx";
import { Panel } from "../../ui/Panel.tsx";

const figures = ["amount", "requested", "ordered", "paid", "left"] as const;

/** The state of a cost centre's budget, including this request. */
export function BudgetPanel({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const { budget, status } = approval;
  if (!budget) return null;
  const { costCentre, year } = budget;
  return (
    <Panel
      title={t("approvals.budget", { costCentre, year: String(year) })}
      aside={t("approvals.budgetNet")}
    >
      <Facts
        look="figures"
        facts={figures.map(
          (name) =>
            [
              name === "requested" && status === "PENDING"
                ? t("approvals.requestedWithThis")
                : t(`approvals.figures.${name}`),
              euros(budget[name]),
            ] as const,
        )}
      />
    </Panel>
  );
}
