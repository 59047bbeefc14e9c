import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { i18n } from "../../lib/i18n.ts";
import "../../locales/en/table.ts";
import type { TableSearch } from "../../lib/tableSearch.ts";
import { ClearFilters, FilterPill } from "./FilterPill.tsx";

function Filters() {
  const [search, setSearch] = useState({ filters: { status: "Paid" } } as unknown as TableSearch);
  return (
    <main tabIndex={-1}>
      <FilterPill
        label="Status"
        value={search.filters["status"]}
        onClear={() => setSearch({ ...search, filters: {} })}
      >
        Fields
      </FilterPill>
      <ClearFilters search={search} onChange={setSearch} />
    </main>
  );
}

it.each([
  ["a pill's own value", "table.clearFilter", () => screen.getByRole("button", { name: "Status" })],
  ["all filters", "table.clearAll", () => screen.getByRole("main")],
] as const)("keeps the focus in the page when a press clears %s", async (_, name, target) => {
  render(
    <MantineProvider env="test">
      <Filters />
    </MantineProvider>,
  );
  screen.getByRole("button", { name: i18n.t(name, { label: "Status" }) }).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.activeElement).toBe(target());
});
