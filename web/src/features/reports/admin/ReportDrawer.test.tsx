import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { storeTokens } from "../../../lib/session.ts";
import { parseTable } from "../../../lib/tableSearch.ts";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { tokenFor } from "../../../test/tokens.ts";
import { managedReports } from "./admin.queries.ts";
import { ManagedReportsPage } from "./ManagedReportsPage.tsx";
import { ReportDrawer } from "./ReportDrawer.tsx";
import "../../../locales/en/managedReports.ts";

it("has a name, even if the report no longer exists", async () => {
  const gone = { status: 404, code: "NOT_FOUND", detail: "Gone." };
  const server = serverOf({
    "GET /api/v1/management/reports/7": () => Response.json(gone, { status: 404 }),
  });
  vi.stubGlobal("fetch", server);
  const rest = { adding: false, canWrite: true, onAdded: () => {}, onClose: () => {} };
  showPage(() => <ReportDrawer id="7" {...rest} />);
  expect(await screen.findByText("This report does not exist, or was deleted")).toBeVisible();
  expect(screen.getByRole("dialog")).toHaveAccessibleName("Reports");
});

it("offers what fits the selected reports, of which sold ones stay, and lists the hidden ones", async () => {
  const reports = [
    { id: 1, name: "Shown", hidden: false, sold: 0 },
    { id: 2, name: "Sold", hidden: false, sold: 3 },
    { id: 3, name: "Hidden", hidden: true, sold: 0 },
  ].map((each) => ({ ...each, version: 4, price: 10, pages: 1, projects: [], file: null }));
  const saved: [string, unknown][] = [];
  const hide = (url: URL, init?: RequestInit) => {
    saved.push([url.pathname.split("/reports/")[1]!, JSON.parse(String(init?.body))]);
    return Response.json({});
  };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/reports": () =>
        Response.json({
          content: reports.map((each) => ({ ...each, publishedAt: "2026-11-01" })),
          totalElements: 3,
          counts: { shown: 2, hidden: 1 },
        }),
      "GET /api/v1/me/views": () => Response.json({ content: [] }),
      "PATCH /api/v1/management/reports/1": hide,
      "PATCH /api/v1/management/reports/2": hide,
    }),
  );
  storeTokens({
    authToken: tokenFor({ permissions: ["reports:read", "reports:write"] }),
    refreshToken: "r",
  });
  showPage(ManagedReportsPage);
  for (const { name } of reports)
    fireEvent.click(await screen.findByRole("checkbox", { name: new RegExp(`${name}$`) }));
  const selection = within(screen.getByRole("region", { name: "Selection" }));
  for (const name of ["Put 1 report on sale", "Hide 2 reports", "Delete 2 reports"])
    expect(selection.getByRole("button", { name })).toBeVisible();
  fireEvent.click(selection.getByRole("button", { name: "Hide 2 reports" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Hide 2 reports" }));
  const hidden = { hidden: true, version: 4 };
  await expect
    .poll(() => saved)
    .toEqual([
      ["1", hidden],
      ["2", hidden],
    ]);

  const queryOf = (tab: string) =>
    managedReports.queryOf(parseTable(managedReports.spec, new URLSearchParams({ tab }))).hidden;
  expect(["all", "shown", "hidden"].map(queryOf)).toEqual([undefined, "false", "true"]);
});
