import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ageInDays } from "../../../lib/days.ts";
import { shortDay, whole } from "../../../lib/format.ts";
import { NoValue } from "../../../ui/NoValue.tsx";
import type { Column } from "../../../ui/table/DataTable.tsx";
import { LongText } from "../../../ui/table/LongText.tsx";
import { OnPhone } from "../../../ui/table/OnPhone.tsx";
import { RecordLink } from "../../../ui/table/RecordLink.tsx";
import type { TableSearch } from "../../../lib/tableSearch.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { Timestamp } from "../../../ui/Timestamp.tsx";
import { CompanyLink } from "../../company/CompanyLink.tsx";
import styles from "./admin.module.css";
import { managedRetirements } from "./admin.queries.ts";
import { RetirementStatusBadge } from "./RetirementStatusBadge.tsx";

/** Requests older than this many days are highlighted. */
const oldAfterDays = 5;

/** Returns the columns that a tab hides by default: those that say nothing of its retirements. */
export function usuallyHidden(tab: string): string[] {
  const age = tab === "RETIREMENT_IN_PROGRESS" || tab === "all" ? [] : ["age"];
  const retired = tab === "RETIRED" || tab === "all" ? [] : ["retired"];
  return ["registry", ...age, ...retired];
}

/** Returns the columns of the operators' list of retirements. */
export function retirementColumns(t: TFunction, search: TableSearch): Column<ManagedRetirement>[] {
  return [...requesterColumns(t, search), ...creditColumns(t)];
}

/** The columns that identify the request, its age and its buyer. */
function requesterColumns(t: TFunction, search: TableSearch): Column<ManagedRetirement>[] {
  return [
    {
      name: "id",
      phone: "state",
      label: t("managedRetirements.column.id"),
      sort: "id",
      latestFirst: true,
      fixed: true,
      cell: ({ id }) => (
        <RecordLink spec={managedRetirements.spec} search={search} id={id}>
          {id}
        </RecordLink>
      ),
    },
    {
      name: "requested",
      wide: true,
      label: t("managedRetirements.column.requested"),
      sort: "requestedAt",
      latestFirst: true,
      cell: ({ requestedAt }) => <Timestamp at={requestedAt} />,
    },
    {
      name: "age",
      label: t("managedRetirements.column.age"),
      sort: "age",
      num: true,
      cell: ({ requestedAt, status }) =>
        status === "RETIREMENT_IN_PROGRESS" ? <Age since={requestedAt} /> : <NoValue />,
    },
    {
      name: "buyer",
      phone: "name",
      label: t("managedRetirements.column.buyer"),
      sort: "buyer",
      cell: ({ companyId, companyName }) => (
        <LongText text={companyName}>
          <CompanyLink id={companyId} name={companyName} />
        </LongText>
      ),
    },
  ];
}

/** The credits, the beneficiary, and the status. */
function creditColumns(t: TFunction): Column<ManagedRetirement>[] {
  return [
    {
      name: "project",
      label: t("managedRetirements.column.project"),
      sort: "projectName",
      cell: ({ projectName }) => <LongText text={projectName} />,
    },
    {
      name: "vintage",
      wide: true,
      label: t("managedRetirements.column.vintage"),
      sort: "year",
      num: true,
      cell: ({ year }) => year,
    },
    {
      name: "registry",
      label: t("managedRetirements.column.registry"),
      sort: "registryName",
      cell: ({ registry }) => <LongText text={registry.name} />,
    },
    {
      name: "tonnes",
      phone: "figure",
      label: t("managedRetirements.column.tonnes"),
      sort: "quantity",
      num: true,
      unit: "t",
      cell: ({ quantity }) => <b className={styles.strong}>{whole(quantity)}</b>,
    },
    {
      name: "beneficiary",
      label: t("managedRetirements.column.beneficiary"),
      sort: "beneficiaryName",
      cell: ({ beneficiaryName }) => <LongText text={beneficiaryName} />,
    },
    {
      name: "status",
      phone: "detail",
      label: t("managedRetirements.column.status"),
      sort: "status",
      cell: ({ status, entered, requestedAt }) => (
        <>
          {entered ? (
            <Tag label={t("managedRetirements.toConfirm")} />
          ) : (
            <RetirementStatusBadge status={status} dense />
          )}
          {status === "RETIREMENT_IN_PROGRESS" && (
            <OnPhone>
              <Age since={requestedAt} />
            </OnPhone>
          )}
        </>
      ),
    },
    {
      name: "retired",
      label: t("managedRetirements.column.retired"),
      sort: "retiredAt",
      latestFirst: true,
      cell: ({ retiredAt }) => (retiredAt ? shortDay(retiredAt) : <NoValue />),
    },
  ];
}

function Age({ since }: { since: string }) {
  const { t } = useTranslation();
  const days = ageInDays(since);
  return (
    <span className={days > oldAfterDays ? styles.old : undefined}>
      {t("managedRetirements.days", { count: days })}
    </span>
  );
}
