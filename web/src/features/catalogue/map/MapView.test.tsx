import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { noSearch } from "../catalogue.search.ts";
import { MapView } from "./MapView.tsx";

test("without results, the map is replaced by searches that have some", async () => {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/projects/countries": () => Response.json({ countries: [] }),
      "GET /api/v1/projects": ({ searchParams }) => {
        const totalElements = searchParams.has("country") ? 0 : 4;
        return Response.json({ content: [], totalElements, availableCredits: 0 });
      },
    }),
  );
  const search = { ...noSearch, country: ["KE"], priceTo: 2 };
  const projects = { data: { pages: [{ content: [], totalElements: 0 }] } };
  const parts = { category: "FINANCING", search, change: () => {}, all: {}, projects };
  showPage(() => <MapView {...(parts as unknown as Parameters<typeof MapView>[0])} />);
  expect(await screen.findByRole("heading", { name: /Kenya/ })).toBeVisible();
  expect(await screen.findByRole("button", { name: "Kenya" })).toBeVisible();
  expect(screen.queryByRole("table", { name: /^Countries with projects/ })).toBeNull();
});

test("closing the chosen country returns the focus to its row", async () => {
  const kenya = { id: "KE", projects: 4, credits: 900, priceFrom: 12 };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/projects/countries": () => Response.json({ countries: [kenya] }),
      "GET /api/v1/projects": () =>
        Response.json({ content: [], totalElements: 4, availableCredits: 0 }),
    }),
  );
  const projects = { data: { pages: [{ content: [], totalElements: 4 }] } };
  const parts = { category: "FINANCING", search: noSearch, change: () => {}, all: {}, projects };
  showPage(() => <MapView {...(parts as unknown as Parameters<typeof MapView>[0])} />);
  const row = await screen.findByRole("button", { name: "Kenya" });
  row.focus();
  await userEvent.keyboard("{Enter}");
  (await screen.findByRole("button", { name: "Clear country" })).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.activeElement).toBe(row);
});
