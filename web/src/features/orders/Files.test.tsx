import { screen } from "@testing-library/react";
import type { Order } from "@tonneline/contract/orders";
import { expect, test, vi } from "vitest";
import "../../locales/en/documents.ts";
import "../../locales/en/orders.ts";
import "../../locales/en/reports.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { Files } from "./Files.tsx";

const report = (reportId: number, reportName: string, creditedQuantity: number) => ({
  productType: "DUE_DILIGENCE_REPORT",
  quantity: 1,
  creditedQuantity,
  product: { reportId, reportName },
});

test.each(["PAID", "AWAITING_PAYMENT"])(
  "an order that is %s lists its reports, except those that were credited",
  async (status) => {
    const items = [report(1, "Tenure", 0), report(2, "Baseline", 1)];
    const order = { id: 7, status, items, documents: [], salesTermsName: null };
    vi.stubGlobal(
      "fetch",
      serverOf({ "GET /api/v1/me/reports": () => Response.json({ content: [] }) }),
    );
    showPage(() => <Files order={order as unknown as Order} />);
    expect(await screen.findByText("Tenure")).toBeVisible();
    expect(screen.queryByText("Baseline")).toBeNull();
  },
);
