import { MantineProvider, type CheckboxProps } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { initialSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
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
          { ...buyer, name: "company", label: "Company", wide: "desktop" },
        ]}
        rows={[{ id: 12, buyer: "Brennvik AS" }]}
        idOf={(row) => row.id}
        search={initialSearch({ sorts: [], sort: "", descending: true, tabs: [], filters: {} })}
        onChange={() => {}}
        stale={false}
      />
    </MantineProvider>,
  );
  const marked = [...document.querySelectorAll<HTMLElement>("[data-wide]")].map((cell) => [
    cell.textContent,
    cell.dataset["wide"],
  ]);
  expect(marked).toEqual([
    ["Buyer", "true"],
    ["Company", "desktop"],
    ["Brennvik AS", "true"],
    ["Brennvik AS", "desktop"],
  ]);
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

const spec = { sorts: ["at", "id"], sort: "id", descending: true, tabs: [], filters: {} };
const rows = [11, 12, 13, 14].map((each) => ({ id: each, buyer: `Buyer ${each}` }));

/** Shows these rows, of which one cannot be selected; returns the selected ones and what the list was asked for. */
function showOrders(columns: Column<Order>[] = [buyer], before: number[] = []) {
  const onChange = vi.fn<ChangeTable>();
  const shown = { selected: new Set(before) as ReadonlySet<number> };
  function Table() {
    const [selected, setSelected] = useState(shown.selected);
    shown.selected = selected;
    return (
      <DataTable
        caption="Orders"
        columns={columns}
        rows={rows}
        idOf={(row) => row.id}
        selectLabel={(row) => `Order ${row.id}`}
        lockReason={(row) => (row.id === 13 ? "It is on its way" : undefined)}
        selected={selected}
        onSelect={setSelected}
        search={initialSearch(spec)}
        onChange={onChange}
        stale={false}
      />
    );
  }
  render(<Table />, { wrapper: (props) => <MantineProvider env="test" {...props} /> });
  return { selected: () => [...shown.selected].toSorted((a, b) => a - b), onChange };
}
const box = (name: string) => screen.getByRole("checkbox", { name });

test("A tick with Shift gives all rows since the last tick its state, but not those that are locked", () => {
  const { selected } = showOrders();
  fireEvent.click(box("Order 11"));
  fireEvent.click(box("Order 14"), { shiftKey: true });
  expect(selected()).toEqual([11, 12, 14]);
  fireEvent.click(box("Order 12"), { shiftKey: true });
  expect(selected()).toEqual([11]);
  fireEvent.click(box("Order 11"));
  fireEvent.click(box("Order 12"));
  fireEvent.click(box("Order 14"), { shiftKey: true });
  expect(selected()).toEqual([12, 14]);
});

test("The heading's tick selects and clears the rows of this page that can be selected", () => {
  const { selected } = showOrders([buyer], [12, 99]);
  const all = box("Select all rows on this page");
  expect(all).toBePartiallyChecked();
  fireEvent.click(all);
  expect(selected()).toEqual([11, 12, 14, 99]);
  expect(all).toBeChecked();
  fireEvent.click(all);
  expect(selected()).toEqual([99]);
});

test("A click anywhere on a row opens its record, except on what has an effect of its own", () => {
  const link: Column<Order> = { ...buyer, cell: (row) => <a href="#buyer">{row.buyer}</a> };
  const { selected, onChange } = showOrders([id, link]);
  fireEvent.click(screen.getByText("Buyer 12"));
  // The padding around a checkbox belongs to it; a locked row has none.
  for (const nth of [1, 3]) fireEvent.click(screen.getAllByRole("row")[nth]!.firstElementChild!);
  expect(selected()).toEqual([11]);
  vi.spyOn(window, "getSelection").mockReturnValueOnce({ toString: () => "14" } as Selection);
  fireEvent.click(screen.getByText("14"));
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText("14"));
  expect(onChange.mock.calls).toEqual([[{ ...initialSearch(spec), open: "14" }]]);
});

test("A heading sorts dates latest first; only the sorted one says so", () => {
  const at: Column<Order> = {
    name: "at",
    label: "Date",
    sort: "at",
    latestFirst: true,
    cell: () => "",
  };
  const { onChange } = showOrders([{ ...id, sort: "id" }, at]);
  const head = (name: string) => screen.getByRole("columnheader", { name });
  expect(head("Order")).toHaveAttribute("aria-sort", "descending");
  expect(head("Date")).not.toHaveAttribute("aria-sort");
  fireEvent.click(screen.getByRole("button", { name: "Date" }));
  fireEvent.click(screen.getByRole("button", { name: "Order" }));
  const orders = onChange.mock.calls.map(([{ sort, descending }]) => [sort, descending]);
  expect(orders).toEqual([
    ["at", true],
    ["id", false],
  ]);
});

test("A group's heading comes once, before its first row", () => {
  render(
    <MantineProvider env="test">
      <DataTable
        caption="Orders"
        columns={[buyer]}
        rows={rows}
        idOf={(row) => row.id}
        groupOf={({ id: of }) => ({ key: String(of > 12), head: of > 12 ? "Later" : "Earlier" })}
        search={initialSearch(spec)}
        onChange={() => {}}
        stale={false}
      />
    </MantineProvider>,
  );
  const lines = screen.getAllByRole("row").map(({ textContent }) => textContent);
  const [one, two, three, four] = rows.map((row) => row.buyer);
  expect(lines).toEqual(["Buyer", "Earlier", one, two, "Later", three, four]);
});
