import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { actionLabel } from "../../lib/actions.ts";
import { useList } from "../../lib/lists.ts";
import { DayRangePill } from "../../ui/table/DayRangePill.tsx";
import { FilterPill } from "../../ui/table/FilterPill.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { filteredBy } from "../../lib/tableSearch.ts";
import { auditColumns } from "./columns.tsx";
import { auditLog } from "./audit.queries.ts";
import "../../locales/en/audit.ts";
import "../../locales/en/records.ts";
import "../../locales/en/table.ts";
import { AuditDrawer } from "./AuditDrawer.tsx";

/** /management/audit: who did what, when and from where. */
export function AuditPage() {
  const { t } = useTranslation();
  const list = useList(auditLog);
  const { search, data, change } = list;
  const { action } = search.filters;
  const setAction = (value: string) => change(filteredBy(search, "action", value));
  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-audit"
        texts={t("audit", { returnObjects: true })}
        columns={auditColumns(t, search)}
        total={(counted) => t("audit.total", counted)}
        pills={
          <>
            <FilterPill
              label={t("audit.filter.action")}
              value={action && actionLabel(t, action)}
              onClear={() => setAction("")}
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
                onChange={(chosen) => setAction(chosen ?? "")}
              />
            </FilterPill>
            <DayRangePill label={t("audit.filter.when")} search={search} onChange={change} />
          </>
        }
      />
      <AuditDrawer id={search.open} onClose={list.close} />
    </>
  );
}
