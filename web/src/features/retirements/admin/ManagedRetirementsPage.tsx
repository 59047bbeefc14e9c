import type { ManagedRetirement } from "@tonneline/contract/retirements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../../lib/failure.ts";
import { tonnes, whole } from "../../../lib/format.ts";
import { facesOf } from "../../../lib/lists.ts";
import { useUser } from "../../../lib/session.ts";
import { ExportButton } from "../../../ui/ExportButton.tsx";
import { DayRangePill } from "../../../ui/table/DayRangePill.tsx";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { statusTabs } from "../../../ui/table/statusTabs.ts";
import { useTableSearch } from "../../../ui/table/useTableSearch.ts";
import {
  exportRetirements,
  queryOf,
  retirementsSpec,
  retirementTabs,
  useManagedRetirements,
} from "./admin.queries.ts";
import { retirementColumns } from "./columns.tsx";
import { CompleteDialog } from "./CompleteDialog.tsx";
import { DeclineDialog } from "./DeclineDialog.tsx";
import { RetirementDrawer, type Step } from "./RetirementDrawer.tsx";

/** /management/retirements: what buyers asked to be retired, to be completed or declined. */
export function ManagedRetirementsPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("retirements:write") ?? false;
  const [search, change] = useTableSearch(retirementsSpec);
  const [step, setStep] = useState<{ step: Step; retirement: ManagedRetirement }>();
  const page = useManagedRetirements(queryOf(search));
  const { data } = page;
  const Dialog = step?.step === "decline" ? DeclineDialog : CompleteDialog;

  return (
    <>
      <ListScreen
        name="management-retirements"
        texts={t("management.retirements", { returnObjects: true })}
        spec={retirementsSpec}
        search={search}
        onChange={change}
        columns={retirementColumns(t, search)}
        usuallyHidden={["registry"]}
        idOf={({ id }) => id}
        {...facesOf(page)}
        tabs={{
          label: t("management.retirements.tabs"),
          tabs: statusTabs(retirementTabs, data?.counts, (tab) =>
            t(
              tab === "all" ? "management.retirements.all" : `management.retirements.status.${tab}`,
            ),
          ),
        }}
        actions={
          <ExportButton
            size="sm"
            onExport={() => exportRetirements(queryOf(search))}
            reasonOf={reasonOf}
          />
        }
        pills={
          <DayRangePill
            label={t("management.retirements.column.requested")}
            search={search}
            onChange={change}
          />
        }
        total={
          data &&
          t("management.retirements.total", {
            count: data.totalElements,
            number: whole(data.totalElements),
            sum: tonnes(data.totalQuantity),
          })
        }
      />
      <RetirementDrawer
        id={search.open}
        canWrite={canWrite}
        onStep={(next, retirement) => setStep({ step: next, retirement })}
        onClose={() => change({ ...search, open: "" })}
      />
      {step && <Dialog retirement={step.retirement} onClose={() => setStep(undefined)} />}
    </>
  );
}
