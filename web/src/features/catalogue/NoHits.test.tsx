import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { cleared, noSearch } from "./catalogue.search.ts";
import { NoHits } from "./NoHits.tsx";
import type { ListParts } from "./ProjectListPage.tsx";

const filters = [
  { label: "Cookstoves · At most €20", query: "projectType=7&priceTo=20", projects: 635 },
  { label: "Solar · At most €20", query: "projectType=8&priceTo=20", projects: 183 },
];

/** Where the focus goes when a button disappears with what it was pressed for. */
const NoHitsAlone = (parts: ListParts) => (
  <div id="projects" tabIndex={-1} data-testid="projects">
    <NoHits {...parts} />
  </div>
);

test("words without results are offered as the filters they mean, if those have results", async () => {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/projects/suggest": () =>
        Response.json({ filters, projects: [], developers: [] }),
      "GET /api/v1/projects": ({ searchParams }) =>
        Response.json({
          content: [],
          totalElements: searchParams.get("projectType") === "7" ? 12 : 0,
          availableCredits: 0,
        }),
    }),
  );
  const change = vi.fn<() => void>();
  const search = { ...noSearch, q: "cookstoves under 20 euros", country: ["KE"], pages: 3 };
  const parts = { category: "FINANCING", search, change, all: {} };
  showPage(() => <NoHitsAlone {...(parts as unknown as ListParts)} />);

  const offered = await screen.findByRole("button", { name: "Cookstoves · At most €20" });
  expect(offered.parentElement).toHaveTextContent("12 projects");
  expect(screen.queryByText("Solar · At most €20")).toBeNull();
  await userEvent.click(offered);
  const asked = { q: "", country: ["KE"], projectType: [7], priceTo: 20, pages: 1 };
  expect(change).toHaveBeenCalledWith(expect.objectContaining(asked));
  expect(screen.getByTestId("projects")).toHaveFocus();
});

test("words whose filters have no results either suggest which of these to drop", async () => {
  const label = "Biochar · Europe · At most €150";
  const query = "projectType=5&continent=Europe&priceTo=150";
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/projects/suggest": () =>
        Response.json({
          filters: [{ label, query, projects: 0 }],
          projects: [],
          developers: [],
        }),
      "GET /api/v1/projects": ({ searchParams }) => {
        const isAsked = !searchParams.has("q") && searchParams.has("projectType");
        const total = isAsked && !searchParams.has("continent") ? 2 : 0;
        return Response.json({ content: [], totalElements: total, availableCredits: total });
      },
    }),
  );
  const change = vi.fn<() => void>();
  const search = { ...noSearch, q: "biochar in Europe under €150" };
  const parts = { category: "FINANCING", search, change, all: {} };
  showPage(() => <NoHitsAlone {...(parts as unknown as ListParts)} />);

  await userEvent.click(await screen.findByRole("button", { name: "Clear all filters" }));
  expect(change).toHaveBeenCalledWith(cleared);
  expect(screen.getByTestId("projects")).toHaveFocus();

  await userEvent.click(await screen.findByRole("button", { name: "Europe" }));
  const asked = { q: "", continent: [], projectType: [5], priceTo: 150 };
  expect(change).toHaveBeenCalledWith(expect.objectContaining(asked));
  expect(screen.getByTestId("projects")).toHaveFocus();
});
