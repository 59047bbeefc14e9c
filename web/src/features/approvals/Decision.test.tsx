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
  "A decision refused by %s shows the reason and the current state",
  async (code, status, now) => {
    let approval = waiting as unknown as Approval;
    vi.stubGlobal(
      "fetch",
      serverOf({
        "GET /api/v1/me/company": () =>
          Response.json({ role: "APPROVER", blocked: false, members: [] }),
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
    button.focus();
    fireEvent.click(button);
    await vi.waitFor(() => expect(button).not.toBeInTheDocument());
    // The focus stays where the button was.
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement).toContainElement(screen.getByText("Bram sent the request"));
    expect(screen.getByText("Not by you, not now.")).toBeInTheDocument();
  },
);

/** Renders a decision; returns the requests sent, the query client, and a function that changes the approval. */
function showDecision(
  approval: object,
  response: () => Response | Promise<Response> = () => Response.json(waiting),
) {
  let shown = { ...waiting, ...approval };
  const sent: [string, unknown][] = [];
  const taking = ({ pathname }: URL, init?: RequestInit) => {
    sent.push([pathname.split("/1/")[1]!, JSON.parse(String(init?.body))]);
    return response();
  };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/company": () => Response.json({ role: "BUYER", blocked: false, members: [] }),
      "GET /api/v1/me/approvals/1": () => Response.json(shown),
      "POST /api/v1/me/approvals/1/refuse": taking,
      "POST /api/v1/me/approvals/1/approve": taking,
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
  return { sent, client, become: (next: object) => (shown = { ...shown, ...next }) };
}

test("A request is refused only with a reason, and approved as it was read; everything affected is refetched", async () => {
  const { sent, client } = showDecision({ version: 3 });
  const touched = [["approvals", "list"], ["orders", "list"], ["cart"]];
  for (const key of touched) client.setQueryData(key, {});
  const refuse = () => fireEvent.click(screen.getByRole("button", { name: "Refuse" }));
  const field = await screen.findByLabelText(/^Reason/);
  fireEvent.change(field, { target: { value: " no " } });
  refuse();
  expect(screen.getByText(/^Enter a reason/)).toBeInTheDocument();
  expect(field).toHaveFocus();
  expect(sent).toEqual([]);
  fireEvent.change(field, { target: { value: "Too dear" } });
  refuse();
  await vi.waitFor(() => expect(sent).toEqual([["refuse", { reason: "Too dear" }]]));
  const stale = () => touched.map((key) => client.getQueryState(key)?.isInvalidated);
  await vi.waitFor(() => expect(stale()).toEqual([true, true, true]));

  const approve = screen.getByRole("button", { name: "Approve €10.00" });
  await vi.waitFor(() => expect(approve).not.toHaveAttribute("aria-disabled"));
  fireEvent.click(approve);
  await vi.waitFor(() => expect(sent.at(-1)).toEqual(["approve", { version: 3 }]));
});

test("The average price covers credits only, whatever reports cost", async () => {
  showDecision({
    totalCredits: 30,
    items: [
      { productType: "VINTAGE_CREDITS", totalPrice: 200 },
      { productType: "VINTAGE_CREDITS", totalPrice: 160 },
      { productType: "DUE_DILIGENCE_REPORT", totalPrice: 900 },
    ],
  });
  const term = await screen.findByText("Average price");
  expect(term.nextElementSibling).toHaveTextContent(/^€12\.00/);
});

test("Leaving with an unsent reason asks for confirmation", async () => {
  showDecision({});
  const field = await screen.findByLabelText(/^Reason/);
  const leave = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(leave()).toBe(false);
  fireEvent.change(field, { target: { value: "Too dear" } });
  expect(leave()).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Refuse" }));
  await vi.waitFor(() => expect(leave()).toBe(false));
});

test.each([
  [11.9, "Total with VAT€11.90"],
  [10, "Total without VAT€10.00"],
])("A total of %d euros is shown as with VAT only if there is some", async (total, expected) => {
  showDecision({ totalPriceGross: total });
  await screen.findByText("Net total");
  expect(document.body).toHaveTextContent(expected);
});

test("An earlier failed approval is not shown for a request that is refused by now, nor is a lost response", async () => {
  const answers = ["refused", "lost"];
  const { become } = showDecision({}, () => {
    if (answers.shift() === "lost") throw new TypeError("Failed to fetch");
    const problem = { type: "", title: "", code: "CART_CHANGED", detail: "Look again." };
    return Response.json({ ...problem, status: 409 }, { status: 409 });
  });
  fireEvent.click(await screen.findByRole("button", { name: "Approve €10.00" }));
  await screen.findByText("Look again.");
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: "Too dear" } });
  become({ mayDecide: false, status: "REFUSED", reason: "Too dear" });
  fireEvent.click(screen.getByRole("button", { name: "Refuse" }));
  await screen.findByText("Too dear", { selector: "blockquote" });
  expect(screen.queryByText("This could not be done")).toBeNull();
});

test("One decision cannot be taken while the other is in flight", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { sent } = showDecision({}, () => promise);
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: "Too dear" } });
  fireEvent.click(screen.getByRole("button", { name: "Refuse" }));
  const approve = screen.getByRole("button", { name: "Approve €10.00" });
  await vi.waitFor(() => expect(approve).toHaveAttribute("aria-disabled"));
  fireEvent.click(approve);
  resolve(Response.json(waiting));
  await vi.waitFor(() => expect(approve).not.toHaveAttribute("aria-disabled"));
  expect(sent.map(([what]) => what)).toEqual(["refuse"]);
});

test("Only the requester may withdraw a request", async () => {
  showDecision({ mayDecide: false });
  await screen.findByText("Bram sent the request");
  expect(screen.queryByRole("button")).toBeNull();
});
