import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/dashboard.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { Sales } from "./Sales.tsx";

const figureOf = async (name: string) => (await screen.findByText(name)).parentElement;

it("computes the price per tonne without what was paid for reports", async () => {
  const total = { orders: 2, credits: 10, net: 1050, creditsNet: 130 };
  const bars = [{ from: "2026-05-01", to: "2026-05-31", isOpen: false, ...total, before: null }];
  const response = () => Response.json({ unit: "month", bars, total, before: null });
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/management/dashboard/sales": response }));
  showPage(Sales);
  expect(await figureOf("Average price")).toHaveTextContent("€13.00 / t");
  expect(screen.getByText("€1,050.00")).toBeVisible();
});
