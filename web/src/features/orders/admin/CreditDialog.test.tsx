import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ManagedOrder } from "@tonneline/contract/orders";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { CreditDialog } from "./CreditDialog.tsx";
import "../../../lib/i18n.ts";
import "../../../locales/en/management.ts";

const item = {
  id: 1,
  productType: "VINTAGE_CREDITS",
  quantity: 10,
  totalPrice: 100,
  creditedQuantity: 0,
  creditedAmount: 0,
  product: { project: { name: "Mangroves" }, vintage: { year: 2022 } },
};
const order = { id: 10, version: 4, invoiceNumber: "2026-000001", items: [item] };

it("is refused after a colleague's credit since it opened, until that was shown", async () => {
  const onRequest = vi.fn<(body: unknown) => void>();
  const server = serverOf({
    "POST /api/v1/management/orders/10/credit-notes": (_, init) => {
      onRequest(JSON.parse(String(init?.body)));
      const problem = { type: "about:blank", title: "", code: "VERSION_CONFLICT" };
      return Response.json({ ...problem, detail: "By Grace.", status: 409 }, { status: 409 });
    },
  });
  vi.stubGlobal("fetch", server);
  const client = new QueryClient();
  const dialog = (now: object) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <CreditDialog order={now as ManagedOrder} onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(dialog(order));
  const [tonnes, , reason] = screen.getAllByRole("textbox");
  fireEvent.change(tonnes!, { target: { value: "2" } });
  fireEvent.change(reason!, { target: { value: "Not delivered" } });
  rerender(dialog({ ...order, version: 5, items: [{ ...item, creditedQuantity: 2 }] }));

  const confirm = () => fireEvent.submit(tonnes!.closest("form")!);
  confirm();
  expect(await screen.findByText(/By Grace\./)).toBeInTheDocument();
  expect(tonnes).toHaveValue("2");
  confirm();
  await waitFor(() => expect(onRequest).toHaveBeenCalledTimes(2));
  expect(onRequest.mock.calls.map(([body]) => (body as { version: number }).version)).toEqual([
    4, 5,
  ]);
});

it("shows a refused figure at its own line only, whichever lines are filled in next", async () => {
  const problem = { type: "about:blank", title: "", code: "VALIDATION_FAILED", detail: "Wrong." };
  const fieldErrors = [{ path: "lines.0.quantity", message: "Only 3 t are left" }];
  const server = serverOf({
    "POST /api/v1/management/orders/10/credit-notes": () =>
      Response.json({ ...problem, status: 400, fieldErrors }, { status: 400 }),
  });
  vi.stubGlobal("fetch", server);
  const items = [item, { ...item, id: 2 }];
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <CreditDialog order={{ ...order, items } as unknown as ManagedOrder} onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const [first, second] = screen.getAllByLabelText("Tonnes returned");
  fireEvent.change(second!, { target: { value: "9" } });
  fireEvent.submit(second!.closest("form")!);
  await waitFor(() => expect(second).toHaveAccessibleDescription(/Only 3 t are left/));
  fireEvent.change(first!, { target: { value: "1" } });
  expect(screen.queryByText("Only 3 t are left")).toBeNull();
  expect(second).toHaveValue("9");
});

it("refreshes the trail of the order at once", async () => {
  const server = serverOf({
    "POST /api/v1/management/orders/10/credit-notes": () =>
      Response.json({ number: "2026-000002", gross: 24 }),
  });
  vi.stubGlobal("fetch", server);
  const client = new QueryClient();
  const trail = ["management", "records", "order", 10];
  client.setQueryData(trail, { mails: [], activity: [], notes: [] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <CreditDialog order={order as unknown as ManagedOrder} onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const [tonnes, , reason] = screen.getAllByRole("textbox");
  fireEvent.change(tonnes!, { target: { value: "2" } });
  fireEvent.change(reason!, { target: { value: "Not delivered" } });
  fireEvent.submit(tonnes!.closest("form")!);
  await waitFor(() => expect(client.getQueryState(trail)?.isInvalidated).toBe(true));
});
