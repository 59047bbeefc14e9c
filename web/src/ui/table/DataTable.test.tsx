import { MantineProvider, type CheckboxProps } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { initialSearch } from "../../lib/tableSearch.ts";
import { DataTable, type Column } from "./DataTable.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/table.ts";

const renderBox = vi.hoisted(() => vi.fn<(label: string) => void>());
vi.mock(import("@mantine/core"), async (original) => {
  const mantine = await original();
  function Checkbox(props: CheckboxProps) {
    renderBox(props["aria-label"]!);
    return <mantine.Checkbox {...props} />;
  }
  return { ...mantine, Checkbox: Object.assign(Checkbox, mantine.Checkbox) };
});

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

test("A tick renders no cell of any row again, and no other row's checkbox", () => {
  const cell = vi.fn((row: Order) => row.buyer);
  const columns: Column<Order>[] = [{ ...buyer, cell }];
  const rows = [
    { id: 12, buyer: "Brennvik AS" },
    { id: 13, buyer: "Varendonk NV" },
  ];
  function Table() {
    const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
    return (
      <DataTable
        caption="Orders"
        columns={columns}
        rows={rows}
        idOf={(row) => row.id}
        selectLabel={(row) => `Order ${row.id}`}
        selected={selected}
        onSelect={setSelected}
        search={initialSearch({ sorts: [], sort: "", descending: true, tabs: [], filters: {} })}
        onChange={() => {}}
        stale={false}
      />
    );
  }
  render(<Table />, { wrapper: (props) => <MantineProvider env="test" {...props} /> });
  cell.mockClear();
  renderBox.mockClear();
  fireEvent.click(screen.getByRole("checkbox", { name: "Order 13" }));
  expect(screen.getByRole("checkbox", { name: "Order 13" })).toBeChecked();
  expect(cell).not.toHaveBeenCalled();
  expect(renderBox.mock.calls.flat()).toEqual(["Select all rows on this page", "Order 13"]);
});
