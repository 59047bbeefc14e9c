import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/session.ts";
import { FilterPill } from "../../ui/table/FilterPill.tsx";
import { filteredBy, type TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import { CompanyPill } from "../company/admin/CompanyPill.tsx";
import { usePartnerChoices, useRoles } from "./people.queries.ts";

/** The filters of the list of users: company, role and partner. */
export function UserPills({ search, onChange }: { search: TableSearch; onChange: ChangeTable }) {
  const { t } = useTranslation();
  const canSeePartners = useUser()?.permissions.has("directory:read") ?? false;
  const choicesOf = (rows: { id: number; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const pills = [
    { name: "role", label: t("people.users.column.role"), data: choicesOf(useRoles().data) },
    {
      name: "partner",
      label: t("people.users.column.partner"),
      data: choicesOf(usePartnerChoices(canSeePartners).data),
    },
  ];
  const own = pills.map(({ name, label, data }) => {
    const value = search.filters[name];
    if (data.length === 0) return null;
    return (
      <FilterPill
        key={name}
        label={label}
        value={value && (data.find((each) => each.value === value)?.label ?? value)}
        onClear={() => onChange(filteredBy(search, name, ""))}
      >
        <Select
          size="sm"
          searchable
          label={label}
          data={data}
          value={value ?? null}
          comboboxProps={{ withinPortal: false }}
          onChange={(chosen) => onChange(filteredBy(search, name, chosen ?? ""))}
        />
      </FilterPill>
    );
  });
  return (
    <>
      <CompanyPill search={search} onChange={onChange} />
      {own}
    </>
  );
}
