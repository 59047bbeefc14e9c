import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
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
