import { useNavigate } from "@tanstack/react-router";
import { approvalStatuses } from "@tonneline/contract/approvals";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { untouched } from "../../lib/tableSearch.ts";
import { useTableSearch } from "../../lib/useTableSearch.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { TogglePill } from "../../ui/table/FilterPill.tsx";
import table from "../../ui/table/ListScreen.module.css";
import { TablePager } from "../../ui/table/TablePager.tsx";
import { TableSearchField } from "../../ui/table/TableSearchField.tsx";
import { TableSkeleton } from "../../ui/table/TableSkeleton.tsx";
import { useCompany } from "../company/company.queries.ts";
import styles from "./approvals.module.css";
import { approvalsSpec, queryOf, useApprovals } from "./approvals.queries.ts";
import { approvalColumns } from "./columns.tsx";
import { Rules } from "./Rules.tsx";
import "../../locales/en/approvals.ts";
import "../../locales/en/table.ts";

/** /cart/requests: what colleagues asked to order, the newest first. */
export function ApprovalsPage() {
  const { t } = useTranslation();
  const { data: company } = useCompany();
  return (
    <>
      <h1 className={styles.title}>{t("approvals.title")}</h1>
      <Requests />
      {company?.role === "OWNER" && (
        <div className={styles.below}>
          <Rules saved={company.approvalRules} />
        </div>
      )}
    </>
  );
}

function Requests() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, change] = useTableSearch(approvalsSpec);
  const { data, error, isPlaceholderData, refetch } = useApprovals(queryOf(search));
  const all = data && Object.values(data.counts).reduce((sum, count) => sum + count, 0);
  if (!data && error) {
    return (
      <ErrorState
        title={t("approvals.failed")}
        {...failureOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (all === 0 && search.q === "" && !isPlaceholderData) {
    const action = { label: t("approvals.empty.action"), to: paths.spot };
    return (
      <EmptyState
        title={t("approvals.empty.title")}
        text={t("approvals.empty.text")}
        action={action}
      />
    );
  }
  const tabs = [
    { name: "all", label: t("approvals.all"), count: all },
    ...approvalStatuses.map((name) => ({
      name,
      label: t(`approvals.status.${name}`),
      count: data?.counts[name],
    })),
  ];
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.pills} role="group" aria-label={t("approvals.filter")}>
          {tabs.map(({ name, label, count }) => (
            <TogglePill
              key={name}
              label={count === undefined ? label : `${label} ${whole(count)}`}
              on={search.tab === name}
              onChange={() => change({ ...search, tab: name, page: 0 })}
            />
          ))}
        </div>
        <TableSearchField label={t("approvals.search")} search={search} onChange={change} />
      </div>
      {!data && <TableSkeleton label={t("approvals.waiting")} />}
      {data && data.content.length === 0 && (
        <EmptyState
          title={t("approvals.none.title")}
          text={t("approvals.none.text")}
          action={{
            label: t("approvals.none.action"),
            onClick: () => change(untouched(approvalsSpec)),
          }}
        />
      )}
      {data && data.content.length > 0 && (
        <div className={table.frame}>
          <DataTable
            roomy
            caption={t("approvals.caption")}
            columns={approvalColumns(t)}
            rows={data.content}
            idOf={({ id }) => id}
            search={search}
            onChange={change}
            stale={isPlaceholderData}
            onRow={({ id }) => void navigate({ to: paths.request, params: { id: String(id) } })}
          />
          <TablePager total={data.totalElements} search={search} onChange={change} />
        </div>
      )}
    </>
  );
}
