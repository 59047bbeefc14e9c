import { Link } from "@tanstack/react-router";
import type { CompanyRecord } from "@tonneline/contract/companies";
import { useTranslation } from "react-i18next";
import { shortDay, whole } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";
import { retirementLooks } from "../../../ui/statusLooks.ts";
import { Block } from "./Block.tsx";
import { useCompanyRetirements } from "./companies.queries.ts";

/** A company's retirements and requests, latest first. */
export function RetirementsBlock({ company: { id } }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const page = useCompanyRetirements(id);
  const { data } = page;
  const waiting = data?.counts.RETIREMENT_IN_PROGRESS ?? 0;
  return (
    <Block
      title={t("companies.retirements.title")}
      note={
        waiting > 0 &&
        t("companies.retirements.note", {
          waiting,
        })
      }
      more={
        data &&
        data.totalElements > 0 && (
          <Link to={paths.managementRetirements} search={{ company: String(id), tab: "all" }}>
            {t("companies.retirements.all", { count: data.totalElements })}
          </Link>
        )
      }
      page={page}
      none={t("companies.retirements.none")}
      failed={t("companies.retirements.failed")}
      keyOf={(row) => row.id}
      columns={[
        {
          label: t("managedRetirements.column.id"),
          cell: (row) => (
            <Link
              to={paths.managementRetirements}
              search={{ tab: "all", open: String(row.id), company: String(id) }}
            >
              {row.id}
            </Link>
          ),
        },
        {
          label: t("managedRetirements.column.requested"),
          cell: ({ requestedAt }) => shortDay(requestedAt),
        },
        {
          label: t("managedRetirements.column.project"),
          wide: true,
          cell: ({ projectName, year }) => `${projectName}, ${year}`,
        },
        {
          label: t("managedRetirements.column.tonnes"),
          num: true,
          cell: ({ quantity }) => whole(quantity),
        },
        {
          label: t("managedRetirements.column.beneficiary"),
          wide: true,
          cell: ({ beneficiaryName }) => beneficiaryName,
        },
        {
          label: t("managedRetirements.column.status"),
          cell: ({ status }) => (
            <StatusBadge
              {...retirementLooks[status]}
              label={t(`retirements.status.${status}`)}
              dense
            />
          ),
        },
      ]}
    />
  );
}
