import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { i18n } from "../../lib/i18n.ts";
import "../../locales/en/table.ts";
import { initialSearch, type TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import { ClearFilters, FilterPill, LinkedPill, TogglePill } from "./FilterPill.tsx";

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

it("names what a link has narrowed the list to, and clears it alone, or with all others", () => {
  const spec = { tabs: ["all"], sorts: ["at"], sort: "at", descending: true, filters: {} };
  const initial = { ...initialSearch(spec), page: 3, q: "peat" };
  const onChange = vi.fn<ChangeTable>();
  const onToggle = vi.fn<(on: boolean) => void>();
  const of = (filters: Record<string, string>, value?: string) => {
    const search = { ...initial, filters };
    return (
      <MantineProvider env="test">
        <LinkedPill name="buyer" label="Buyer" {...{ search, onChange, value }} />
        <ClearFilters {...{ search, onChange }} />
        <TogglePill label="Late" on={filters["late"] === "true"} onChange={onToggle} />
      </MantineProvider>
    );
  };
  const { rerender } = render(of({}, "Ilse"));
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Late"]);
  fireEvent.click(screen.getByRole("button", { name: "Late" }));
  rerender(of({ buyer: "7", late: "true" }));
  expect(screen.getByRole("button", { name: "Buyer: 7" })).toBeVisible();
  rerender(of({ buyer: "7", late: "true" }, "Ilse"));
  expect(screen.getByRole("button", { name: "Buyer: Ilse" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Late" }));
  expect(onToggle.mock.calls).toEqual([[true], [false]]);
  fireEvent.click(
    screen.getByRole("button", { name: i18n.t("table.clearFilter", { label: "Buyer" }) }),
  );
  fireEvent.click(screen.getByRole("button", { name: i18n.t("table.clearAll") }));
  const first = { ...initial, page: 0 };
  expect(onChange.mock.calls).toEqual([
    [{ ...first, filters: { late: "true" } }],
    [{ ...first, filters: {} }],
  ]);
});
