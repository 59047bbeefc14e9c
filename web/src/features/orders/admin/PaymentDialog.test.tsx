import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ManagedOrder } from "@tonneline/contract/orders";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { useManagedOrder } from "./admin.queries.ts";
import { PaymentDialog } from "./PaymentDialog.tsx";
import "../../../lib/i18n.ts";
import "../../../locales/en/corrections.ts";

function Dialog() {
  const { data: order } = useManagedOrder("10");
  return order ? <PaymentDialog order={order} onClose={() => {}} /> : null;
}

it("sends the amount due when it opened, despite a colleague's payment since; after a refusal, the current one", async () => {
  const placed = { id: 10, createdAt: "2024-03-18T12:00:00.000Z", documents: [] };
  let order = { ...placed, status: "AWAITING_PAYMENT", open: 16.9 } as unknown;
  const recorded = vi.fn<(body: unknown) => void>();
  const server = serverOf({
    "GET /api/v1/management/orders/10": () => Response.json(order),
    "POST /api/v1/management/orders/10/payments": (_, init) => {
      recorded(JSON.parse(String(init?.body)));
      const detail = "Order 10 has 0.00 euros open now, not 16.90.";
      const problem = { type: "about:blank", title: "", code: "INVALID_TRANSITION", detail };
      return Response.json({ ...problem, status: 409 }, { status: 409 });
    },
  });
  vi.stubGlobal("fetch", server);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Dialog />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.change(await screen.findByLabelText(/^Reference/), { target: { value: "wire 1" } });
  order = { ...(order as ManagedOrder), status: "PAID", open: 0 };
  await act(() => client.refetchQueries());
  const record = () => fireEvent.click(screen.getByRole("button", { name: "Record the payment" }));
  record();
  expect(await screen.findByText(/€0.00/)).toBeInTheDocument();
  expect(screen.getByLabelText("Amount in euros")).toHaveValue("16.90");

  record();
  await vi.waitFor(() => expect(recorded).toHaveBeenCalledTimes(2));
  expect(recorded.mock.calls).toMatchObject([
    [{ amount: 16.9, open: 16.9 }],
    [{ amount: 16.9, open: 0 }],
  ]);
});
