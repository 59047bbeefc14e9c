import type { PriceList } from "@tonneline/contract/priceLists";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { keepTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { PriceListForm } from "./PriceListForm.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/priceLists.ts";
import "../../locales/en/table.ts";

test("Who may not read companies changes a list, but not whose it is", async () => {
  keepTokens({ authToken: tokenFor({ permissions: ["projects:write"] }), refreshToken: "r" });
  const server = serverOf({
    "GET /api/v1/management/prices": () => Response.json({ content: [] }),
    "POST /api/v1/management/price-lists/preview": () =>
      Response.json({ affected: 0, onSale: 0, rows: [], idle: [], carts: 0 }),
  });
  vi.stubGlobal("fetch", server);
  const list = {
    id: 1,
    name: "Partners",
    version: 1,
    companies: [{ id: 7, name: "Lumenhof" }],
    validFrom: "2026-11-01",
    validUntil: null,
    rules: [],
    prices: [],
  } as unknown as PriceList;
  const form = { list, company: undefined, canWrite: true, onAdded: () => {} };
  showPage(() => <PriceListForm {...form} />);
  const companies = await screen.findByLabelText("Companies", { selector: "input" });
  expect(companies).toHaveAttribute("readonly");
  expect(companies).toHaveAccessibleDescription(/Your role may not read companies/);
  expect(screen.getByLabelText("Name")).not.toHaveAttribute("readonly");
});
