import { screen } from "@testing-library/react";
import type { Project } from "@tonneline/contract/catalogue";
import { afterEach, expect, test, vi } from "vitest";
import { useFlags } from "../../lib/flags.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { ReportOffers } from "./ReportOffers.tsx";
import "../../locales/en/catalogue.ts";
import "../../locales/en/projectPage.ts";

const report = { id: 4, name: "Tenure", pages: 12, price: 90, publishedAt: "2026-01-09" };
const inCart = {
  productType: "DUE_DILIGENCE_REPORT",
  product: { reportId: 4, reportName: "Tenure", pages: 12, projects: [] },
  price: 90,
};
const project = { id: 7, name: "Mangroves", reports: [report] } as unknown as Project;

afterEach(() => useFlags.setState({ new_cart_api: false }));

test.each([
  ["is for sale", "BUYER", true, [], "Add to cart"],
  ["is in the cart", "BUYER", true, [inCart], "In your cart"],
  ["is not sold to a viewer", "VIEWER", true, [], "Ask for this report"],
  ["is not sold with the legacy cart", "BUYER", false, [], "Ask for this report"],
])("A report that %s has one button", async (_, role, isOn, items, expected) => {
  useFlags.setState({ new_cart_api: isOn });
  const cart = () => Response.json({ items, projects: [], reports: [], changes: [] });
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/company": () => Response.json({ role, blocked: false, members: [] }),
      "GET /api/v1/me/cart": cart,
      "GET /api/v1/me/cart/deprecated": cart,
    }),
  );
  showPage(() => <ReportOffers project={project} />);
  const shown = () =>
    ["Add to cart", "In your cart", "Ask for this report"].filter((each) =>
      screen.queryByText(each),
    );
  await expect.poll(shown).toEqual([expected]);
});
