import { focusManager } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { SharedPage } from "./SharedPage.tsx";

test("a shared list says which credits are issued, and when the others are expected", async () => {
  const project = { name: "Mangroves", projectType: "Wetlands", registry: "Verra" };
  const aVintage = (vintageId: number, type: "EX_POST" | "EX_ANTE", quarter: string | null) => ({
    vintageId,
    year: 2020 + vintageId,
    creditType: { id: type, name: type === "EX_POST" ? "Issued" : "Expected" },
    expectedDelivery: quarter,
    note: "",
    project,
  });
  const vintages = [
    aVintage(1, "EX_POST", null),
    aVintage(2, "EX_ANTE", "2027-Q2"),
    aVintage(3, "EX_ANTE", null),
  ];
  const list = { name: "Sea", until: "2026-12-01T12:00:00.000Z", vintages };
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/shared-shortlists/": () => Response.json(list) }));
  showPage(SharedPage);
  const rows = (await screen.findAllByRole("row")).slice(1);
  expect(rows.map((row) => row.querySelector("td")?.textContent)).toEqual([
    "2021 Issued",
    "2022 Expected Q2 2027",
    "2023 Expected",
  ]);
});

test("an open shared list stays while the server is unreachable, until its link has ended", async () => {
  let response = () =>
    Response.json({ name: "Sea", until: "2026-12-01T12:00:00.000Z", vintages: [] });
  const server = serverOf({ "GET /api/v1/shared-shortlists/": () => response() });
  vi.stubGlobal("fetch", server);
  const reload = () => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  };
  showPage(SharedPage);
  await screen.findByRole("heading", { name: "Sea" });

  response = () => Response.json({}, { status: 500 });
  reload();
  await expect.poll(() => server.mock.calls.length).toBe(2);
  // The refusal has arrived, and would be shown by now.
  await act(() => new Promise((done) => setTimeout(done, 50)));
  screen.getByRole("heading", { name: "Sea" });

  response = () =>
    Response.json({ status: 404, code: "NOT_FOUND", detail: "Gone." }, { status: 404 });
  reload();
  await screen.findByRole("heading", { name: "This link no longer works" });
  expect(screen.getByRole("alert")).toHaveTextContent(/Ask whoever sent it to you/);
});
