import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { initialSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import type { Column } from "./DataTable.tsx";
import { ListScreen } from "./ListScreen.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/table.ts";

const spec = {
  sorts: ["id"],
  sort: "id",
  descending: true,
  tabs: ["open", "all", "DONE"],
  filters: {},
};
const texts = {
  title: "Orders",
  caption: "All orders",
  search: "Search",
  loading: "Loading",
  failed: "Failed",
  none: { title: "No order matches", text: "Change the status.", action: "Show all" },
  empty: { title: "No orders yet", text: "They come." },
};

const unchanged = {
  changed: new Set<number>(),
  gone: new Set<number>(),
  fresh: 0,
  since: 0,
  lostSince: undefined,
  show: () => {},
  retry: () => {},
};

const list = (given: Partial<Parameters<typeof ListScreen<{ id: number }, string>>[0]>) => (
  <MantineProvider env="test">
    <ListScreen
      name="orders"
      texts={texts}
      spec={spec}
      search={initialSearch(spec)}
      onChange={() => {}}
      columns={[]}
      idOf={(row: { id: number }) => row.id}
      data={{ content: [], totalElements: 0 }}
      failure={undefined}
      onRetry={() => {}}
      stale={false}
      live={unchanged}
      tabs={["open", "all", "DONE"]}
      counts={undefined}
      tabLabel={(tab) => tab}
      selected={new Set()}
      onSelect={() => {}}
      onAll={undefined}
      onExport={undefined}
      views={undefined}
      forOperators={false}
      reasonOf={String}
      {...given}
    />
  </MantineProvider>
);

it.each([
  [2, "No order matches"],
  [0, "No orders yet"],
])("on an empty tab of a list with %i rows it shows: %s", (all, title) => {
  render(list({ counts: { open: 0, all, DONE: all } }));
  expect(screen.getByText(title)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Show all" })).not.toBeInTheDocument();
});

it.each([
  ["beside its title", texts, 1],
  ["after its filters if the page has the title", { ...texts, title: undefined }, 0],
])("offers the actions on the whole list once, %s", (_, given, titles) => {
  render(list({ texts: given as typeof texts, actions: <button type="button">Ask us</button> }));
  const [action] = screen.getAllByRole("button", { name: "Ask us" });
  expect(screen.getAllByRole("button", { name: /^(Ask us|Columns)$/ })).toHaveLength(2);
  expect(screen.queryAllByRole("heading", { level: 1 })).toHaveLength(titles);
  const position = screen.getByRole("searchbox").compareDocumentPosition(action!);
  expect(Boolean(position & Node.DOCUMENT_POSITION_FOLLOWING)).toBe(titles === 0);
});

it("says that nothing is open only if nothing else narrows the list", () => {
  const allDone = { title: "No order waits", text: "The others are under All." };
  const given = {
    texts: { ...texts, allDone, open: "To do" },
    counts: { open: 0, all: 2, DONE: 2 },
  };
  const { rerender } = render(list(given));
  expect(screen.getByRole("button", { name: "To do 0", pressed: true })).toBeInTheDocument();
  expect(screen.getByText("No order waits")).toBeInTheDocument();
  for (const narrowed of [{ q: "peat" }, { tab: "DONE" }]) {
    rerender(list({ ...given, search: { ...initialSearch(spec), ...narrowed } }));
    expect(screen.getByText("No order matches")).toBeInTheDocument();
    expect(screen.queryByText("No order waits")).not.toBeInTheDocument();
  }
  rerender(list({ ...given, counts: { open: 0, all: 0, DONE: 0 } }));
  expect(screen.getByText("No orders yet")).toBeInTheDocument();
});

it("redirects to the last page with rows if the current one is beyond it, and shows loading meanwhile", () => {
  const onChange = vi.fn<ChangeTable>();
  const search = { ...initialSearch(spec), page: 7, size: 20 };
  const shown = (totalElements: number, stale = false) =>
    list({ search, onChange, stale, data: { content: [], totalElements } });
  const behind = { content: [], totalElements: 41 };
  const { rerender } = render(shown(41, true));
  expect(onChange).not.toHaveBeenCalled();
  rerender(shown(41));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ ...search, page: 2 }, { replace: true });
  expect(screen.queryByText("No order matches")).not.toBeInTheDocument();
  // The empty page is still shown while the one with rows is loading.
  rerender(list({ search: { ...search, page: 2 }, stale: true, data: behind }));
  expect(screen.queryByText("No order matches")).not.toBeInTheDocument();

  // A count that claims rows here nevertheless redirects nowhere.
  rerender(shown(160));
  rerender(shown(0));
  expect(onChange).toHaveBeenCalledOnce();
});

it("keeps its headings in place while rows load, and when loading fails shows none", () => {
  const columns = [
    { name: "id", label: "Order", cell: ({ id }: { id: number }) => id },
    { name: "hidden", label: "Invoice", cell: () => "" },
  ];
  const given = { columns, name: "with-hidden", hiddenByDefault: ["hidden"] };
  const { rerender } = render(list({ ...given, data: undefined }));
  expect(screen.getByRole("status", { name: "Loading" })).toBeInTheDocument();
  const headings = screen.getAllByRole("columnheader");
  expect(headings.map(({ textContent }) => textContent)).toEqual(["Order"]);
  // For the eye only.
  expect(document.querySelectorAll("tbody td").length).toBeGreaterThan(1);
  expect(screen.getAllByRole("row")).toHaveLength(1);

  rerender(list({ ...given, data: { content: [{ id: 7 }], totalElements: 1 } }));
  expect(screen.getAllByRole("columnheader")).toEqual(headings);
  expect(document.querySelector("tbody")).toHaveTextContent(/^7$/);
  expect(screen.queryByRole("status", { name: "Loading" })).not.toBeInTheDocument();

  const onRetry = vi.fn<() => void>();
  rerender(list({ ...given, data: undefined, failure: { text: "No network" }, onRetry }));
  expect(screen.queryByRole("table")).not.toBeInTheDocument();
  expect(screen.getByText("Failed")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it("finds nothing to reset in the search of an empty list that is only sorted or paged", () => {
  for (const order of [{ page: 7 }, { descending: false }, { size: 100 }]) {
    const { unmount } = render(list({ search: { ...initialSearch(spec), ...order } }));
    expect(screen.getByText("No orders yet")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Show all" })).not.toBeInTheDocument();
    unmount();
  }
});

it("keeps the focus in place when all filters are reset and the list turns out to be empty", async () => {
  const onChange = vi.fn<ChangeTable>();
  const { rerender } = render(list({ search: { ...initialSearch(spec), q: "peat" }, onChange }));
  const button = screen.getByRole("button", { name: "Show all" });
  button.focus();
  fireEvent.click(button);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(initialSearch(spec));
  rerender(list({}));
  expect(screen.getByText("No orders yet")).toBeInTheDocument();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
  expect(document.activeElement).toContainElement(screen.getByText("No orders yet"));
});

it("reserves room for the total", () => {
  const total = ({ number }: { number: string }) => `${number} orders`;
  const { rerender } = render(list({ data: undefined, total }));
  const place = screen.getAllByRole("status")[0]!;
  expect(place.textContent).toBe("\u00a0");
  rerender(list({ data: { content: [], totalElements: 1200 }, total }));
  expect(place.textContent).toBe("1,200 orders");
});

it("opens by its key what a click on the row opens, whatever the row links to", () => {
  const onRow = vi.fn<(row: { id: number }) => void>();
  const company = {
    name: "company",
    label: "Company",
    cell: () => <a href="/elsewhere">Brennvik</a>,
  };
  render(list({ data: { content: [{ id: 7 }], totalElements: 1 }, columns: [company], onRow }));
  const link = screen.getByRole("link", { name: "Brennvik" });
  link.focus();
  fireEvent.keyDown(link, { key: "o" });
  expect(onRow).toHaveBeenCalledExactlyOnceWith({ id: 7 });
});

it.each([
  ["the row of a record when it is closed, even if it was opened by its URL", "8", [7, 8, 9], "8"],
  ["the next row if the record has left the list", "8", [7, 9], "9"],
  ["the last row if the last record has left the list", "9", [7, 8], "8"],
])("focuses %s", (_, id, left, focused) => {
  const name = {
    name: "id",
    label: "Order",
    cell: ({ id }: { id: number }) => (
      <a href={`/${id}`} data-record={id}>
        {id}
      </a>
    ),
  };
  const given = (ids: number[]) => ({
    data: { content: ids.map((each) => ({ id: each })), totalElements: ids.length },
    columns: [name],
  });
  const open = { ...initialSearch(spec), open: id };
  const { rerender } = render(list({ ...given([7, 8, 9]), search: open }));
  rerender(list({ ...given(left), search: open }));
  expect(document.body).toHaveFocus();
  rerender(list({ ...given(left), search: { ...open, open: "" } }));
  expect(screen.getByRole("link", { name: focused })).toHaveFocus();
});

it("leaves the focus alone when a record that was not in the list is closed", () => {
  const name = { name: "id", label: "Order", cell: () => <a href="/7" data-record={7} /> };
  const given = { data: { content: [{ id: 7 }], totalElements: 1 }, columns: [name] };
  const open = { ...initialSearch(spec), open: "8" };
  const { rerender } = render(list({ ...given, search: open }));
  rerender(list({ ...given, search: { ...open, open: "" } }));
  expect(document.body).toHaveFocus();
});

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

  unmount();
  localStorage.setItem("single-keys", "false");
  render(list({ ...given, selected: new Set([1]) }));
  key("a");
  expect(onClick).toHaveBeenCalledTimes(2);
  localStorage.removeItem("single-keys");
});
