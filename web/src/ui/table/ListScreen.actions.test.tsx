import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { initialSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import { list, spec } from "../../test/listScreen.tsx";
import type { Column } from "./DataTable.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/table.ts";

it("shows why rows of other pages could not be selected", async () => {
  const chosen = {
    data: { content: [{ id: 1 }], totalElements: 30 },
    selection: { label: () => "1", actions: [] },
    selected: new Set([1]),
    onAll: () => Promise.reject(new Error("The network is gone.")),
  };
  render(
    <MantineProvider env="test">
      <Notifications />
      {list(chosen)}
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Select all 30 that match" }));
  const message = "Those on other pages could not be selected: Error: The network is gone.";
  expect(await screen.findByText(message)).toBeInTheDocument();
});

it.each([
  { labels: ["Approve 2", "Mark 3 paid", "Reject 5"], filled: ["Approve 2"] },
  { labels: ["Mark 3 paid", "Reject 3"], filled: ["Mark 3 paid"] },
  { labels: ["Reject 3"], filled: [] },
])(
  "fills only the first of the actions $labels, unless it is destructive",
  ({ labels, filled }) => {
    const actions = labels.map((label) => ({
      label,
      danger: label.startsWith("Reject"),
      onClick: () => {},
    }));
    render(list({ selection: { label: () => "", actions }, selected: new Set([1]) }));
    const bar = within(screen.getByRole("region"));
    const buttons = labels.map((name) => bar.getByRole("button", { name }));
    const isFilled = ({ dataset }: HTMLElement) => dataset["variant"] === "white";
    expect(buttons.filter(isFilled).map(({ textContent }) => textContent)).toEqual(filled);
  },
);

it("keeps the selection when Escape closes a dialog, and clears it on the next one", () => {
  const onSelect = vi.fn<(ids: ReadonlySet<number>) => void>();
  const data = { content: [{ id: 7 }], totalElements: 1 };
  render(list({ data, selected: new Set([7]), onSelect }));
  const dialog = document.createElement("div");
  dialog.setAttribute("role", "dialog");
  const button = dialog.appendChild(document.createElement("button"));
  document.body.append(dialog);
  // In a browser, a dialog has closed before the list hears of the key.
  window.addEventListener("keydown", () => dialog.remove(), { capture: true, once: true });
  fireEvent.keyDown(button, { key: "Escape" });
  expect(dialog).not.toBeInTheDocument();
  expect(onSelect).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(new Set());
});

const column = (name: string, given: Partial<Column<{ id: number }>> = {}) => ({
  name,
  label: name,
  cell: () => name,
  ...given,
});
const page = (...ids: number[]) => ({ content: ids.map((id) => ({ id })), totalElements: 61 });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("goes from page to page, and starts on the first with another tab or page size", () => {
  const onChange = vi.fn<ChangeTable>();
  const search = { ...initialSearch(spec), page: 2, size: 20 };
  const given = { search, onChange, data: page(1) };
  const { rerender } = render(list(given));
  expect(screen.getByText("41–60 of 61")).toBeInTheDocument();
  for (const name of ["DONE", "Previous page", "Next page"]) press(name);
  fireEvent.change(screen.getByLabelText("Rows per page"), { target: { value: "50" } });
  expect(onChange.mock.calls.map(([next]) => next)).toEqual([
    { ...search, tab: "DONE", page: 0 },
    { ...search, page: 1 },
    { ...search, page: 3 },
    { ...search, size: 50, page: 0 },
  ]);
  onChange.mockClear();
  rerender(list({ ...given, search: { ...search, page: 3 } }));
  expect(screen.getByText("61–61 of 61")).toBeInTheDocument();
  press("Next page");
  rerender(list({ ...given, search: { ...search, page: 0 } }));
  press("Previous page");
  // The last page is full.
  rerender(list({ ...given, data: { ...page(1), totalElements: 60 } }));
  press("Next page");
  expect(onChange).not.toHaveBeenCalled();
});

it("hides columns and shows them again, except one that is always shown", async () => {
  const columns = [column("Order", { fixed: true }), column("Buyer")];
  render(list({ name: "to-hide", columns, data: page(1), hiddenByDefault: ["Order"] }));
  const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  press("Columns");
  const boxes = await screen.findAllByRole("checkbox");
  expect(boxes).toEqual([screen.getByLabelText("Buyer")]);
  expect(heads()).toEqual(["Order", "Buyer"]);
  fireEvent.click(boxes[0]!);
  expect(heads()).toEqual(["Order"]);
  fireEvent.click(boxes[0]!);
  expect(heads()).toEqual(["Order", "Buyer"]);
});

it("offers to reduce a selection to this page, or to clear it", () => {
  const onSelect = vi.fn<(ids: ReadonlySet<number>) => void>();
  const selection = { label: () => "", actions: [] };
  const given = { data: page(1, 2), selection, onSelect, onAll: async () => {} };
  const { rerender } = render(list({ ...given, selected: new Set([1, 8, 9]) }));
  expect(screen.getByText("2 of them on other pages")).toBeInTheDocument();
  press("Only this page");
  press("Clear selection");
  expect(onSelect.mock.calls).toEqual([[new Set([1])], [new Set()]]);
  const data = { ...page(1, 2), totalElements: 3 };
  rerender(list({ ...given, data, selected: new Set([1, 2, 9]) }));
  expect(screen.getByText(/^All that match are selected, 1 of them/)).toBeInTheDocument();
  rerender(list({ ...given, data: { ...data, totalElements: 2 }, selected: new Set([1, 2]) }));
  expect(screen.queryByRole("button", { name: /^Select all|Only this page/ })).toBeNull();
});

it("says what others have changed, marks those rows, and shows it all on request", () => {
  const [show, retry] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const since = new Date(2026, 2, 14, 14, 32).getTime();
  const live = {
    changed: new Set([1]),
    gone: new Set([2]),
    fresh: 2,
    since,
    lostSince: undefined,
    show,
    retry,
  };
  const given = { columns: [column("Order")], data: page(1, 2, 3), total: () => "61 orders" };
  const { rerender } = render(list({ ...given, live }));
  expect(screen.getByText("2 new since 14:32, one no longer belongs here")).toBeInTheDocument();
  expect(screen.queryByText("61 orders")).toBeNull();
  const marks = [...document.querySelectorAll("tbody tr")].map(({ className }) => className);
  expect(marks).toEqual([expect.stringMatching(/changed/), expect.stringMatching(/gone/), ""]);
  press("Show");
  expect(show).toHaveBeenCalledOnce();
  rerender(list({ ...given, live: { ...live, fresh: 0, gone: new Set(), lostSince: since } }));
  expect(screen.getByRole("alert")).toHaveTextContent("Not live. This list is from 14:32.");
  expect(screen.queryByText("61 orders")).toBeNull();
  press("Try again");
  expect(retry).toHaveBeenCalledOnce();
});

it("acts on the selected rows by key, but not while typing, with Ctrl, or when keys are off", () => {
  const onClick = vi.fn<() => void>();
  const actions = [{ label: "Approve", shortcut: "a", onClick }];
  const given = {
    selection: { label: () => "Tick", actions },
    data: page(1, 2),
    onSelect: vi.fn(),
  };
  const { rerender, unmount } = render(list({ ...given, columns: [column("Order")] }));
  const key = (pressed: string, more: object = {}, target: Element = document.body) =>
    fireEvent.keyDown(target, { key: pressed, ...more });
  key("a");
  rerender(list({ ...given, selected: new Set([1]) }));
  key("a", { ctrlKey: true });
  key("a", {}, screen.getByRole("searchbox"));
  expect(onClick).not.toHaveBeenCalled();
  key("a");
  key("a", {}, screen.getAllByRole("checkbox")[1]);
  expect(onClick).toHaveBeenCalledTimes(2);

  // From row to row, to the ends and no further.
  const focused = () =>
    [...document.querySelectorAll("tbody tr")].findIndex((row) =>
      row.contains(document.activeElement),
    );
  const places = [..."jjjkkk"].map((each) => (key(each), focused()));
  expect(places).toEqual([0, 1, 1, 0, 0, 0]);
  key("x");
  expect(given.onSelect).toHaveBeenCalledExactlyOnceWith(new Set());
  rerender(list({ ...given, selected: new Set() }));
  key("j");
  key("X", { shiftKey: true });
  expect(given.onSelect).toHaveBeenLastCalledWith(new Set([1, 2]));

  unmount();
  localStorage.setItem("single-keys", "false");
  render(list({ ...given, selected: new Set([1]) }));
  key("a");
  expect(onClick).toHaveBeenCalledTimes(2);
  localStorage.removeItem("single-keys");
});
