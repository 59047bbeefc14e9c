import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/orders.ts";
import { Outcome } from "./Outcome.tsx";

type Ended = Parameters<typeof Outcome>[0]["order"];

const show = (order: Partial<Ended>) =>
  render(
    <MantineProvider env="test">
      <Outcome
        order={{
          status: "PAID",
          rejectionReason: null,
          creditNoteNumber: null,
          toRefund: 0,
          ...order,
        }}
      />
    </MantineProvider>,
  );

it("shows the refund of a paid order, and nothing without one", () => {
  const { unmount } = show({ toRefund: 99.96 });
  expect(screen.getByRole("status")).toHaveTextContent(/^We will refund €99.96 to you\.$/);
  unmount();
  show({});
  expect(screen.queryByRole("status")).toBeNull();
});

it("shows why an order was rejected, that nothing is due, and the refund of what was paid", () => {
  const rejected = {
    status: "REJECTED",
    rejectionReason: "Not paid in full",
    creditNoteNumber: "CN-2026-000001",
  } as const;
  const { unmount } = show({ ...rejected, toRefund: 10 });
  expect(screen.getByRole("alert")).toHaveTextContent(
    "This order was rejected. The items went back on sale. You have nothing to pay. We will refund €10.00 to you. Credit note CN-2026-000001 cancels the invoice. Reason: Not paid in full",
  );
  unmount();
  show(rejected);
  expect(screen.getByRole("alert")).not.toHaveTextContent("We will refund");
});
