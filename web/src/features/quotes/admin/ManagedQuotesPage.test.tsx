import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { ManagedQuotesPage } from "./ManagedQuotesPage.tsx";

test("the number of a quote leads to it, for the keyboard too", async () => {
  const quote = {
    id: 4,
    number: "Q-2026-000004",
    companyId: 2,
    companyName: "Varendonk Shipping",
    items: [],
    author: "Ilse Varendonk",
    createdAt: "2026-11-26T10:00:00Z",
    validUntil: "2026-12-01T10:00:00Z",
    status: "KEPT",
    totalCredits: 10,
    totalPriceNet: 100,
  };
  const page = { content: [quote], totalElements: 1, counts: { OPEN: 0, KEPT: 1 } };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/quotes": () => Response.json(page),
      "GET /api/v1/me/views": () => Response.json({ content: [] }),
    }),
  );
  showPage(ManagedQuotesPage);
  const link = await screen.findByRole("link", { name: "Q-2026-000004" });
  expect(link).toHaveAttribute("data-record", "4");
  vi.unstubAllGlobals();
});
