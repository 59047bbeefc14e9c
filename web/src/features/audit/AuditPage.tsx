import { Select } from "@mantine/core";
import type { AuditEntry } from "@tonneline/contract/audit";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { facesOf } from "../../lib/lists.ts";
import { ExportButton } from "../../ui/ExportButton.tsx";
import { Nothing } from "../../ui/Nothing.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { DayRangePill } from "../../ui/table/DayRangePill.tsx";
import { FilterPill } from "../../ui/table/FilterPill.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { LongText } from "../../ui/table/LongText.tsx";
import { RecordLink } from "../../ui/table/RecordLink.tsx";
import { filteredBy } from "../../ui/table/tableSearch.ts";
import { useTableSearch } from "../../ui/table/useTableSearch.ts";
import { When } from "../../ui/When.tsx";
import { auditSpec, exportAudit, queryOf, useAudit } from "./audit.queries.ts";
import { Action, actionLabel } from "./Action.tsx";
import { AuditDrawer, thingOf } from "./AuditDrawer.tsx";

/** /management/audit: who did what, when and from where. */
export function AuditPage() {
  const { t } = useTranslation();
  const [search, change] = useTableSearch(auditSpec);
  const page = useAudit(queryOf(search));
  const { data } = page;
  const { action } = search.filters;
  const set = (name: string, value: string) => change(filteredBy(search, name, value));
  const columns: Column<AuditEntry>[] = [
    {
      name: "at",
      label: t("audit.column.at"),
      sort: "at",
      latestFirst: true,
      fixed: true,
      cell: ({ id, at }) => (
        <RecordLink spec={auditSpec} search={search} id={id}>
          <When at={at} />
        </RecordLink>
      ),
    },
    {
      name: "who",
      label: t("audit.column.who"),
      sort: "actor",
      cell: ({ actor }) => <LongText text={actor ?? t("audit.nobody")} />,
    },
    { name: "ip", label: t("audit.column.ip"), sort: "ip", cell: ({ ip }) => ip ?? <Nothing /> },
    {
      name: "action",
      label: t("audit.column.action"),
      sort: "action",
      cell: ({ action: done }) => <Action action={done} />,
    },
    {
      name: "thing",
      label: t("audit.column.thing"),
      sort: "thing",
      cell: (entry) => {
        const thing = thingOf(entry);
        return thing ? <LongText text={thing} /> : <Nothing />;
      },
    },
  ];
  return (
    <>
      <ListScreen
        name="management-audit"
        texts={t("audit", { returnObjects: true })}
        spec={auditSpec}
        search={search}
        onChange={change}
        columns={columns}
        idOf={({ id }) => id}
        {...facesOf(page)}
        total={
          data && t("audit.total", { count: data.totalElements, number: whole(data.totalElements) })
        }
        actions={
          <ExportButton
            size="sm"
            onExport={() => exportAudit(queryOf(search))}
            reasonOf={reasonOf}
          />
        }
        pills={
          <>
            <FilterPill
              label={t("audit.filter.action")}
              value={action && actionLabel(t, action)}
              onClear={() => set("action", "")}
            >
              <Select
                size="sm"
                searchable
                label={t("audit.filter.action")}
                data={(data?.actions ?? []).map((value) => ({
                  value,
                  label: actionLabel(t, value),
                }))}
                value={action ?? null}
                comboboxProps={{ withinPortal: false }}
                onChange={(chosen) => set("action", chosen ?? "")}
              />
            </FilterPill>
            <DayRangePill label={t("audit.filter.when")} search={search} onChange={change} />
          </>
        }
      />
      <AuditDrawer id={search.open} onClose={() => change({ ...search, open: "" })} />
    </>
  );
}
