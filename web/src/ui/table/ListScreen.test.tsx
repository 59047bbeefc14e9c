import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { initialSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import { list, spec, texts } from "../../test/listScreen.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/table.ts";

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

  // Once it is closed, new rows leave the focus where it is.
  screen.getByRole("searchbox").focus();
  rerender(list({ ...given([7, 8, 9]), search: { ...open, open: "" } }));
  expect(screen.getByRole("searchbox")).toHaveFocus();
});

it.each([[["8"]], [["7", "8"]]])(
  "leaves the focus alone when the last of %s is closed, which was not in the list",
  (opened) => {
    const name = { name: "id", label: "Order", cell: () => <a href="/7" data-record={7} /> };
    const given = { data: { content: [{ id: 7 }], totalElements: 1 }, columns: [name] };
    const at = (open: string) => list({ ...given, search: { ...initialSearch(spec), open } });
    const { rerender } = render(at(opened[0]!));
    for (const id of [...opened, ""]) rerender(at(id));
    expect(document.body).toHaveFocus();
  },
);
