import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { useAllFacets, useFacets } from "./catalogue.queries.ts";
import { noSearch } from "./catalogue.search.ts";
import { FilterRail } from "./FilterRail.tsx";
import "../../locales/en/catalogue.ts";

/** Like a drawer: its content is rendered long after what surrounds it. */
function Later({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return opened ? children : <button onClick={() => setOpened(true)}>Filters</button>;
}

/** Like the list: it reads the counts, but not whether they failed. */
function Page() {
  const category = "CREDIT_SALE" as const;
  const all = useAllFacets(category);
  const now = useFacets(category, noSearch);
  const parts = { category, search: noSearch, change: () => {}, all, now };
  return (
    <>
      <p>{(now.data ?? all.data) ? "Counted" : "Not counted"}</p>
      <Later>
        <FilterRail {...parts} />
      </Later>
    </>
  );
}

test("filters that failed before they were opened show the error and can be retried", async () => {
  const server = serverOf({
    "GET /api/v1/projects/facets": () => new Response("{}", { status: 500 }),
  });
  vi.stubGlobal("fetch", server);
  showPage(Page);
  await expect.poll(() => server.mock.calls.length).toBe(1);
  await userEvent.click(await screen.findByRole("button", { name: "Filters" }));
  expect(await screen.findByText("The filters could not be loaded.")).toBeInTheDocument();
  const before = server.mock.calls.length;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await expect.poll(() => server.mock.calls.length).toBe(before + 1);
});
