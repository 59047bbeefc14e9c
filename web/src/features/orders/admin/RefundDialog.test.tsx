import { fireEvent, screen } from "@testing-library/react";
import type { ManagedOrder } from "@tonneline/contract/orders";
import { expect, test, vi } from "vitest";
import { today } from "../../../lib/format.ts";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import * as toasts from "../../../ui/toast.tsx";
import { RefundDialog } from "./RefundDialog.tsx";
import "../../../lib/i18n.ts";
import "../../../locales/en/management.ts";

test("A refund is recorded as entered, on a day since the order only", async () => {
  const createdAt = new Date(Date.now() - 10 * 86_400_000).toISOString();
  const order = { id: 10, toRefund: 47.6, createdAt } as ManagedOrder;
  const sent = vi.fn<(body: unknown) => void>();
  const server = serverOf({
    "POST /api/v1/management/orders/10/refunds": (_, init) => {
      sent(JSON.parse(String(init?.body)));
      return Response.json(order, { status: 201 });
    },
  });
  vi.stubGlobal("fetch", server);
  const toasted = vi.spyOn(toasts, "showToast").mockImplementation(() => {});
  const onClose = vi.fn<() => void>();
  showPage(() => <RefundDialog order={order} onClose={onClose} />);
  const day = await screen.findByLabelText(/^Sent on/);
  const enter = (field: Element, value: string) => fireEvent.change(field, { target: { value } });
  const confirm = () => fireEvent.click(screen.getByRole("button", { name: "Record the refund" }));
  enter(screen.getByLabelText(/^Amount/), "40,50");
  enter(screen.getByLabelText(/^Reference/), "TX-1");
  for (const wrong of [
    new Date(Date.now() - 20 * 86_400_000),
    new Date(Date.now() + 3 * 86_400_000),
  ]) {
    enter(day, today(wrong));
    confirm();
    await new Promise((resolve) => setTimeout(resolve));
    expect(day).toBeInvalid();
    expect(sent).not.toHaveBeenCalled();
  }
  enter(day, today());
  confirm();
  await expect.poll(() => onClose).toHaveBeenCalled();
  expect(toasted.mock.calls).toEqual([[{ tone: "good", text: "Refund of €40.50 recorded" }]]);
  expect(sent.mock.calls).toEqual([[{ amount: 40.5, day: today(), reference: "TX-1" }]]);
});
