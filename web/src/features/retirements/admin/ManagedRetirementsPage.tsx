import { IconCheck } from "@tabler/icons-react";
import { isPossible } from "@tonneline/contract/decisions";
import { retirementDecisions, type ManagedRetirement } from "@tonneline/contract/retirements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { tonnes, whole } from "../../../lib/format.ts";
import { useList } from "../../../lib/lists.ts";
import { useUser } from "../../../lib/session.ts";
import { DayRangePill } from "../../../ui/table/DayRangePill.tsx";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { managedRetirements } from "./admin.queries.ts";
import { retirementColumns } from "./columns.tsx";
import { CompleteDialog } from "./CompleteDialog.tsx";
import { CompleteManyDialog } from "./CompleteManyDialog.tsx";
import { tonnesOf } from "./completion.ts";
import { DeclineDialog } from "./DeclineDialog.tsx";
import { DeclineManyDialog } from "./DeclineManyDialog.tsx";
import { OfPills } from "./OfPills.tsx";
import { RetirementDrawer, type Step } from "./RetirementDrawer.tsx";
import "../../../locales/en/certificates.ts";
import "../../../locales/en/management.ts";
import "../../../locales/en/retirements.ts";
import "../../../locales/en/table.ts";

/** /management/retirements: what buyers asked to be retired, to be completed or declined. */
export function ManagedRetirementsPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("retirements:write") ?? false;
  const list = useList(managedRetirements);
  const { search, data, chosen } = list;
  const [step, setStep] = useState<{ step: Step; retirements: readonly ManagedRetirement[] }>();
  const inProgress = chosen.filter(({ status }) =>
    isPossible(retirementDecisions.complete, status),
  );
  const steps = inProgress.length > 0 ? (["complete", "decline"] as const) : [];

  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-retirements"
        texts={t("management.retirements", { returnObjects: true })}
        columns={retirementColumns(t, search)}
        usuallyHidden={["registry"]}
        tabLabel={(tab) =>
          t(tab === "all" ? "management.retirements.all" : `management.retirements.status.${tab}`)
        }
        pills={
          <>
            <DayRangePill
              label={t("management.retirements.column.requested")}
              search={search}
              onChange={list.change}
            />
            <OfPills search={search} first={data?.content[0]} onChange={list.change} />
          </>
        }
        total={
          data &&
          t("management.retirements.total", {
            count: data.totalElements,
            number: whole(data.totalElements),
            sum: tonnes(data.totalQuantity),
          })
        }
        selection={
          canWrite && {
            label: ({ id }) => t("management.retirements.select", { id }),
            sum:
              inProgress.length > 0
                ? t("management.retirements.inProgress", {
                    tonnes: tonnes(tonnesOf(inProgress)),
                  })
                : t("management.retirements.noneInProgress"),
            actions: steps.map((each) => ({
              label: t(`management.retirements.${each}Many`, { count: inProgress.length }),
              icon: each === "complete" ? IconCheck : undefined,
              danger: each === "decline",
              onClick: () => setStep({ step: each, retirements: inProgress }),
            })),
          }
        }
      />
      <RetirementDrawer
        id={search.open}
        canWrite={canWrite}
        onStep={(next, retirement) => setStep({ step: next, retirements: [retirement] })}
        around={list.around}
        onClose={list.close}
      />
      {step && (
        <StepDialog
          {...step}
          onClose={() => {
            setStep(undefined);
            list.clear();
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
