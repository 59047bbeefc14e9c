import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
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
});
