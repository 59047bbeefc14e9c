import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { isPossible } from "@tonneline/contract/decisions";
import { retirementDecisions, type ManagedRetirement } from "@tonneline/contract/retirements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../../lib/failure.ts";
import { tonnes, whole } from "../../../lib/format.ts";
import { facesOf } from "../../../lib/lists.ts";
import { useUser } from "../../../lib/session.ts";
import { ExportButton } from "../../../ui/ExportButton.tsx";
import { DayRangePill } from "../../../ui/table/DayRangePill.tsx";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { SelectionBar } from "../../../ui/table/SelectionBar.tsx";
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
import { CompleteManyDialog } from "./CompleteManyDialog.tsx";
import { tonnesOf } from "./completion.ts";
import { DeclineDialog } from "./DeclineDialog.tsx";
import { DeclineManyDialog } from "./DeclineManyDialog.tsx";
import { RetirementDrawer, type Step } from "./RetirementDrawer.tsx";

const nobody: ReadonlySet<number> = new Set();

/** /management/retirements: what buyers asked to be retired, to be completed or declined. */
export function ManagedRetirementsPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("retirements:write") ?? false;
  const [search, change] = useTableSearch(retirementsSpec);
  const [step, setStep] = useState<{ step: Step; retirements: readonly ManagedRetirement[] }>();
  const [selected, setSelected] = useState(nobody);
  const page = useManagedRetirements(queryOf(search));
  const { data } = page;
  const chosen = data?.content.filter(({ id }) => selected.has(id)) ?? [];
  const inProgress = chosen.filter(({ status }) =>
    isPossible(retirementDecisions.complete, status),
  );

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
        selectLabel={canWrite ? ({ id }) => t("management.retirements.select", { id }) : undefined}
        selected={selected}
        onSelect={setSelected}
        selectionBar={
          chosen.length > 0 && (
            <SelectionBar
              count={chosen.length}
              sum={
                inProgress.length > 0
                  ? t("management.retirements.inProgress", {
                      tonnes: tonnes(tonnesOf(inProgress)),
                    })
                  : t("management.retirements.noneInProgress")
              }
              onClear={() => setSelected(nobody)}
            >
              {inProgress.length > 0 &&
                (["complete", "decline"] as const).map((each) => (
                  <Button
                    key={each}
                    size="sm"
                    variant={each === "decline" ? "outline" : "white"}
                    color={each === "decline" ? "white" : "navy.9"}
                    leftSection={each === "complete" && <IconCheck size={16} aria-hidden />}
                    onClick={() => setStep({ step: each, retirements: inProgress })}
                  >
                    {t(`management.retirements.${each}Many`, { count: inProgress.length })}
                  </Button>
                ))}
            </SelectionBar>
          )
        }
      />
      <RetirementDrawer
        id={search.open}
        canWrite={canWrite}
        onStep={(next, retirement) => setStep({ step: next, retirements: [retirement] })}
        onClose={() => change({ ...search, open: "" })}
      />
      {step && (
        <StepDialog
          {...step}
          onClose={() => {
            setStep(undefined);
            setSelected(nobody);
          }}
        />
      )}
    </>
  );
}

/** One retirement has a dialog that shows its certificate to come; several have a grid. */
function StepDialog(props: {
  step: Step;
  retirements: readonly ManagedRetirement[];
  onClose: () => void;
}) {
  const { step, retirements, onClose } = props;
  const [retirement, ...others] = retirements;
  if (!retirement) return null;
  if (others.length > 0) {
    const Many = step === "decline" ? DeclineManyDialog : CompleteManyDialog;
    return <Many retirements={retirements} onClose={onClose} />;
  }
  const One = step === "decline" ? DeclineDialog : CompleteDialog;
  return <One retirement={retirement} onClose={onClose} />;
}
