import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { Work } from "@tonneline/contract/dashboard";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import type { ManagementKey } from "../managementPages.ts";
import { useOpenWork } from "./openWork.ts";

const waits = (work: Work, count: number) => ({ work, count });
const server = serverOf({
  "GET /api/v1/management/dashboard": () =>
    Response.json({ waiting: [waits("ORDERS", 3), waits("OVERDUE", 9), waits("BANK", 13)] }),
});
beforeEach(() => vi.stubGlobal("fetch", server.mockClear()));

function workOf(visible: readonly ManagementKey[]) {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useOpenWork(visible), { wrapper }).result;
}

test("All counts are requested at once, including overdue invoices and bank entries", async () => {
  const work = workOf(["managementOrders", "managementBank", "managementReceivables"]);
  await expect
    .poll(() => work.current)
    .toEqual({ managementOrders: 3, managementReceivables: 9, managementBank: 13 });
  expect(server).toHaveBeenCalledTimes(1);
});

test("Nothing is requested for a user who sees no page with work", () => {
  expect(workOf(["managementAuditors"]).current).toEqual({});
  expect(server).not.toHaveBeenCalled();
});
