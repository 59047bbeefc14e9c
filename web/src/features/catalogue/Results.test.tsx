import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { showPage } from "../../test/page.tsx";
import { parseSearch } from "./catalogue.search.ts";
import type { ListParts } from "./ProjectListPage.tsx";
import { Results } from "./Results.tsx";
import "../../locales/en/catalogue.ts";

// The test environment lacks this method.
Object.assign(performance, { getEntriesByType: () => [] });

const listed = (data: object | undefined) => ({
  data,
  isError: false,
  hasNextPage: true,
  isFetchingNextPage: true,
});

test.each([
  ["first", 48, undefined],
  ["second", 40, { pages: [{ content: [], totalElements: 40 }] }],
])("two pages reserve their space while the %s one loads", async (_, cards, data) => {
  const parts = {
    category: "CREDIT_SALE",
    search: parseSearch(new URLSearchParams("pages=2")),
    projects: listed(data),
  } as unknown as ListParts;
  showPage(() => <Results {...parts} view="cards" />);
  const list = await screen.findByRole("list");
  expect(list.children).toHaveLength(cards);
  if (data) expect(screen.getByRole("status")).toHaveTextContent("Showing 0 of 40");
});

test.each([
  [49, "the button, which stays"],
  [48, "the number shown, as the button goes"],
])("the focus after showing the second page of %i projects is on %s", async (total) => {
  const fetchNextPage = vi.fn<() => Promise<void>>(async () => {});
  const data = { pages: [{ content: [], totalElements: total }] };
  const parts = {
    category: "CREDIT_SALE",
    search: parseSearch(new URLSearchParams()),
    change: () => {},
    projects: { ...listed(data), isFetchingNextPage: false, fetchNextPage },
  } as unknown as ListParts;
  showPage(() => <Results {...parts} view="cards" />);
  const more = await screen.findByRole("button", { name: "Show more projects" });
  more.focus();
  await userEvent.keyboard("{Enter}");
  expect(fetchNextPage).toHaveBeenCalledOnce();
  expect(total === 49 ? more : screen.getByText("Showing 0 of 48")).toHaveFocus();
  // The number of results is announced already.
  expect(screen.queryByRole("status")).toBeNull();
});
