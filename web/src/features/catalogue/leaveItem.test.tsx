import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { ActiveFilters } from "./ActiveFilters.tsx";
import { noSearch, type ProjectSearch } from "./catalogue.search.ts";
import { setCompared } from "./compared.ts";
import { CompareTray } from "./CompareTray.tsx";
import { SearchField } from "./SearchField.tsx";
import { showPage } from "../../test/page.tsx";
import "../../locales/en/catalogue.ts";

afterEach(() => setCompared([]));

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

test("who takes filters away by keyboard goes to the next one, and from the last to the projects", async () => {
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

test("who clears all filters goes to the projects", async () => {
  render(
    <MantineProvider env="test">
      <Filters />
    </MantineProvider>,
  );
  button("Clear all").focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByTestId("projects")).toHaveFocus();
});

test("who takes projects off the comparison goes to the next one, and from the last to the page", async () => {
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

test("who clears the search stands in its field, to type another", async () => {
  showPage(() => (
    <SearchField category="CREDIT_SALE" search={{ ...noSearch, q: "peat" }} change={() => {}} />
  ));
  (await screen.findByRole("button", { name: "Clear search" })).focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("combobox")).toHaveFocus();
});
