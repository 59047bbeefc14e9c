import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { ActiveFilters } from "./ActiveFilters.tsx";
import { noSearch, type ProjectSearch } from "./catalogue.search.ts";
import { setCompared } from "./compared.ts";
import { CompareTray } from "./CompareTray.tsx";
import type { ListParts } from "./ProjectListPage.tsx";
import { SearchField } from "./SearchField.tsx";
import { StartFrom } from "./StartFrom.tsx";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import "../../locales/en/catalogue.ts";

afterEach(() => {
  setCompared([]);
});

function Filters() {
  const [search, setSearch] = useState<ProjectSearch>({
    ...noSearch,
    availableOnly: true,
    country: ["KE", "IN"],
  });
  return (
    <>
      <ActiveFilters
        search={search}
        change={(next) => setSearch(typeof next === "function" ? next(search) : next)}
        all={undefined}
      />
      <div id="projects" tabIndex={-1} data-testid="projects" />
    </>
  );
}

const button = (name: string) => screen.getByRole("button", { name });

test("removing filters by keyboard moves the focus to the next one, and finally to the projects", async () => {
  render(
    <MantineProvider env="test">
      <Filters />
    </MantineProvider>,
  );
  button("Remove filter: Kenya").focus();
  await userEvent.keyboard("{Enter}");
  expect(button("Remove filter: India")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(button("Remove filter: For sale now")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByTestId("projects")).toHaveFocus();
});

test("clearing all filters moves the focus to the projects", async () => {
  render(
    <MantineProvider env="test">
      <Filters />
    </MantineProvider>,
  );
  button("Clear all").focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByTestId("projects")).toHaveFocus();
});

test("removing projects from the comparison moves the focus to the next one, and finally to the page", async () => {
  const named = (projectId: number, name: string) => ({ projectId, name, vintageId: projectId });
  setCompared([named(1, "Peat"), named(2, "Mangroves")]);
  showPage(() => (
    <main tabIndex={-1}>
      <CompareTray />
    </main>
  ));
  (await screen.findByRole("button", { name: "Do not compare Peat" })).focus();
  await userEvent.keyboard("{Enter}");
  expect(button("Do not compare Mangroves")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("main")).toHaveFocus();
});

test("clearing the search returns the focus to its field", async () => {
  showPage(() => (
    <SearchField category="CREDIT_SALE" search={{ ...noSearch, q: "peat" }} change={() => {}} />
  ));
  (await screen.findByRole("button", { name: "Clear search" })).focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("combobox")).toHaveFocus();
});

test("choosing a start moves the focus to the projects, as the starts disappear", async () => {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/projects": () =>
        Response.json({ content: [], totalElements: 4, availableCredits: 0 }),
    }),
  );
  const change = vi.fn<() => void>();
  const parts = { category: "CREDIT_SALE", search: noSearch, change, all: {} };
  showPage(() => (
    <>
      <StartFrom {...(parts as unknown as ListParts)} />
      <div id="projects" tabIndex={-1} data-testid="projects" />
    </>
  ));
  (await screen.findByRole("button", { name: /^CORSIA/ })).focus();
  await userEvent.keyboard("{Enter}");
  expect(change).toHaveBeenCalled();
  expect(screen.getByTestId("projects")).toHaveFocus();
});
