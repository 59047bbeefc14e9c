import type { OrderSummary } from "@tonneline/contract/orders";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/orders.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { noSearch } from "./orders.search.ts";
import { OrderTable } from "./OrderTable.tsx";

const name = "Reforestation of Degraded Smallholder Land in the Upper Sanaga and Mbam Catchments";

test.each([
  [1, name, undefined],
  [3, `${name} and 2 more`, "and 2 more"],
])(
  "a list shows how many of %i items follow the first, however long its name is",
  async (items, all, more) => {
    vi.stubGlobal("fetch", serverOf({ "GET /api/v1/me/company": () => new Promise(() => {}) }));
    const order = {
      id: 10001,
      userId: 1,
      names: [name],
      items,
      createdAt: "2026-11-30T01:22:00.000Z",
      totalCredits: 19,
      totalPriceNet: 237,
      totalPriceGross: 284.4,
      status: "AWAITING_APPROVAL",
      invoiceNumber: null,
    } as unknown as OrderSummary;
    showPage(() => (
      <OrderTable orders={[order]} search={noSearch} onChange={() => {}} stale={false} />
    ));
    // Apart from the name, which is truncated.
    expect((await screen.findByText(name)).textContent).toBe(name);
    expect(screen.getByTitle(all).textContent.trim()).toBe(all);
    expect(screen.queryByText(/^and \d/)?.textContent).toBe(more);
  },
);
