import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { noSearch } from "../catalogue.search.ts";
import { CountryList } from "./CountryList.tsx";
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

test("showing all countries leads to the first that was hidden, past which the button moves", async () => {
  const codes = "BR CL CN CO GH ID IN KE MW MX NP PE RW TH UG US VN".split(" ");
  const totals = codes.map((id, nth) => ({ id, projects: 40 - nth, credits: 1, priceFrom: 2 }));
  const given = { chosen: undefined, pointed: undefined, onPoint: () => {}, onChoose: () => {} };
  showPage(() => <CountryList totals={totals} {...given} />);
  await userEvent.click(await screen.findByRole("button", { name: "Show all" }));
  expect(screen.getByRole("button", { name: "Uganda" })).toHaveFocus();
  const fewer = screen.getByRole("button", { name: "Show fewer" });
  await userEvent.click(fewer);
  expect(fewer).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Uganda" })).toBeNull();
});
