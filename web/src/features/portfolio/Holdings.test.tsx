import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { Holdings } from "./Holdings.tsx";
import "../../locales/en/portfolio.ts";
import "../../locales/en/table.ts";

it("shows the headings of the holdings while they load, and none when there are no holdings", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const company = { role: "VIEWER", blocked: false, members: [{}] };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/portfolio/holdings": () => promise,
      "GET /api/v1/me/company": () => Response.json(company),
    }),
  );
  showPage(() => <Holdings onRetire={() => {}} />);
  await screen.findByRole("status", { name: "Loading your holdings" });
  expect(screen.getByRole("columnheader", { name: "Project" })).toBeVisible();
  resolve(Response.json({ content: [], totalElements: 0, groups: [], years: [] }));
  await screen.findByRole("heading", { name: /^No/ });
  expect(screen.queryByRole("status")).toBeNull();
  expect(screen.queryByRole("table")).toBeNull();
});
