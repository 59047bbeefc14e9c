import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { initialSearch } from "../../lib/tableSearch.ts";
import { DataTable, type Column } from "./DataTable.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/table.ts";

interface Order {
  id: number;
  buyer: string;
}
const buyer: Column<Order> = { name: "buyer", label: "Buyer", cell: (row) => row.buyer };
const id: Column<Order> = { name: "id", label: "Order", cell: (row) => row.id };

test.each<[string, Column<Order>[], string]>([
  ["the column that is always shown", [buyer, { ...id, fixed: true }], "12"],
  ["the first column where each can be hidden", [buyer, id], "Brennvik AS"],
])("A row is named by %s", (_by, columns, name) => {
  render(
    <MantineProvider env="test">
      <DataTable
        caption="Orders"
        columns={columns}
        rows={[{ id: 12, buyer: "Brennvik AS" }]}
        idOf={(row) => row.id}
        selectLabel={(row) => `Order ${row.id}`}
        search={initialSearch({ sorts: [], sort: "", descending: true, tabs: [], filters: {} })}
        onChange={() => {}}
        stale={false}
      />
    </MantineProvider>,
  );
  expect(screen.getAllByRole("rowheader").map((each) => each.textContent)).toEqual([name]);
});

test("Only columns for wide screens are marked as such", () => {
  render(
    <MantineProvider env="test">
      <DataTable
        caption="Orders"
        columns={[
          { ...id, wide: false },
          { ...buyer, wide: true },
        ]}
        rows={[{ id: 12, buyer: "Brennvik AS" }]}
        idOf={(row) => row.id}
        search={initialSearch({ sorts: [], sort: "", descending: true, tabs: [], filters: {} })}
        onChange={() => {}}
        stale={false}
      />
    </MantineProvider>,
  );
  const marked = [...document.querySelectorAll("[data-wide]")].map((cell) => cell.textContent);
  expect(marked).toEqual(["Buyer", "Brennvik AS"]);
});
