import { IconCheck } from "@tabler/icons-react";
import { isPossible } from "@tonneline/contract/decisions";
import {
  retirementDecisions,
  type ManagedRetirement,
} from "@tonneline/contract/managedRetirements";
import { useMemo, useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { tonnes } from "../../../lib/format.ts";
import { filteredBy } from "../../../lib/tableSearch.ts";
import { useList } from "../../../lib/lists.ts";
import { useUser } from "../../../lib/session.ts";
import { DayRangePill } from "../../../ui/table/DayRangePill.tsx";
import { TogglePill } from "../../../ui/table/FilterPill.tsx";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { managedRetirements } from "./admin.queries.ts";
import { retirementColumns, usuallyHidden } from "./columns.tsx";
import { tonnesOf } from "./completion.ts";
import { LinkPills } from "./LinkPills.tsx";
import { RegistryQueue } from "./RegistryQueue.tsx";
import { RetirementDrawer, type Step } from "./RetirementDrawer.tsx";
import { StepDialog } from "./StepDialog.tsx";
import "../../../locales/en/certificates.ts";
import "../../../locales/en/managedRetirements.ts";
import "../../../locales/en/retirements.ts";
import "../../../locales/en/table.ts";

/** /management/retirements: the buyers' requests, to be completed or declined. */
export function ManagedRetirementsPage() {
  const { t } = useTranslation();
  const user = useUser();
  const me = user?.username;
  const canWrite = user?.permissions.has("retirements:write") ?? false;
  const list = useList(managedRetirements);
  const { search, data, chosen } = list;
  const columns = useMemo(() => retirementColumns(t, search), [t, search]);
  const secondPerson = data?.secondPerson ?? false;
  const [step, setStep] = useState<{ step: Step; retirements: readonly ManagedRetirement[] }>();
  const fitting = fittingFor(chosen, me);
  const inProgress = fitting.complete;
  const steps = (["confirm", "complete", "decline"] as const).filter(
    (each) => fitting[each].length > 0,
  );

  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-retirements"
        texts={t("managedRetirements", { returnObjects: true })}
        columns={columns}
        hiddenByDefault={usuallyHidden(search.tab)}
        tabLabel={(tab) =>
          t(tab === "all" ? "managedRetirements.all" : `retirements.status.${tab}`)
        }
        above={<RegistryQueue queue={data?.queue} search={search} onChange={list.change} />}
        pills={
          <RetirementPills
            search={search}
            first={data?.content[0]}
            secondPerson={secondPerson}
            onChange={list.change}
          />
        }
        total={
          data &&
          ((counted) =>
            t("managedRetirements.total", { ...counted, sum: tonnes(data.totalQuantity) }))
        }
        selection={
          canWrite && {
            label: ({ id }) => t("managedRetirements.select", { id }),
            sum:
              inProgress.length > 0
                ? t("managedRetirements.inProgress", {
                    tonnes: tonnes(tonnesOf(inProgress)),
                  })
                : t("managedRetirements.noneInProgress"),
            actions: steps.map((each) => ({
              label: t(`managedRetirements.${each}Many`, { count: fitting[each].length }),
              icon: each === "decline" ? undefined : IconCheck,
              danger: each === "decline",
              onClick: () => setStep({ step: each, retirements: fitting[each] }),
            })),
          }
        }
      />
      <RetirementDrawer
        id={search.open}
        canWrite={canWrite}
        onStep={(next, retirement) => setStep({ step: next, retirements: [retirement] })}
        around={list.neighbours}
        onClose={list.close}
      />
      {step && (
        <StepDialog
          {...step}
          secondPerson={secondPerson}
          onClose={(acted) => {
            setStep(undefined);
            if (acted) list.clear();
          }}
        />
      )}
    </>
  );
}

/** Returns the selected retirements that each step applies to; operators cannot confirm what they entered themselves. */
function fittingFor(
  chosen: readonly ManagedRetirement[],
  me: string | undefined,
): Record<Step, readonly ManagedRetirement[]> {
  const inProgress = chosen.filter(({ status }) =>
    isPossible(retirementDecisions.complete, status),
  );
  const toConfirm = inProgress.filter(({ entered }) => entered && entered.username !== me);
  return { complete: inProgress, confirm: toConfirm, decline: inProgress };
}

interface PillsProps extends ComponentProps<typeof LinkPills> {
  secondPerson: boolean;
}

function RetirementPills({ search, first, secondPerson, onChange }: PillsProps) {
  const { t } = useTranslation();
  return (
    <>
      <DayRangePill
        label={t("managedRetirements.column.requested")}
        search={search}
        onChange={onChange}
      />
      {(secondPerson || search.filters.entered) && (
        <TogglePill
          label={t("managedRetirements.toConfirm")}
          on={search.filters.entered === "true"}
          onChange={(on) => onChange(filteredBy(search, "entered", on ? "true" : ""))}
        />
      )}
      <LinkPills search={search} first={first} onChange={onChange} />
    </>
  );
}
