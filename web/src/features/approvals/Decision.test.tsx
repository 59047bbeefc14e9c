import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { fireEvent, render, screen } from "@testing-library/react";
import type { Approval } from "@tonneline/contract/approvals";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { useApproval } from "./approvals.queries.ts";
import { Decision } from "./Decision.tsx";
import "../../locales/en/approvals.ts";

const waiting = {
  id: 1,
  status: "PENDING",
  mayDecide: true,
  version: 1,
  requester: { userId: 2, username: "bram@brennvik.example", name: "Bram" },
  createdAt: "2026-11-26T10:00:00Z",
  items: [],
  totalCredits: 0,
  totalPriceNet: 10,
  totalPriceGross: 10,
  reason: null,
  orderId: null,
  decidedAt: null,
  decidedBy: null,
  waitsFor: ["Anna"],
};

function Shown() {
  const { data } = useApproval("1");
  return data ? <Decision approval={data} /> : null;
}

test.each([
  ["FORBIDDEN", 403, { mayDecide: false }],
  [
    "INVALID_TRANSITION",
    409,
    {
      mayDecide: false,
      status: "APPROVED",
      decidedBy: { ...waiting.requester, name: "Ilse" },
      decidedAt: "2026-11-26T11:00:00Z",
    },
  ],
] as const)(
  "A decision that was refused by %s says so beside what is so now",
  async (code, status, now) => {
    let approval = waiting as unknown as Approval;
    vi.stubGlobal(
      "fetch",
      serverOf({
        "GET /api/v1/me/approvals/1": () => Response.json(approval),
        "POST /api/v1/me/approvals/1/refuse": () => {
          approval = { ...approval, ...now } as Approval;
          const problem = { type: "about:blank", title: "", detail: "Not by you, not now." };
          return Response.json({ ...problem, code, status }, { status });
        },
      }),
    );
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
            <Shown />
          </RouterContextProvider>
        </QueryClientProvider>
      </MantineProvider>,
    );
    fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: "Too dear" } });
    const button = screen.getByRole("button", { name: "Refuse" });
    fireEvent.click(button);
    await vi.waitFor(() => expect(button).not.toBeInTheDocument());
    expect(screen.getByText("Not by you, not now.")).toBeInTheDocument();
  },
);
