import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import type { Order } from "@tonneline/contract/orders";
import { expect, test, vi } from "vitest";
import { today } from "../../lib/format.ts";
import "../../lib/i18n.ts";
import "../../locales/en/orders.ts";
import { PaymentPanel } from "./PaymentPanel.tsx";

const payment = {
  dueOn: today(),
  iban: "DE02120300000000202051",
  bic: null,
  accountHolder: "Tonneline GmbH",
  bankName: null,
  transferText: null,
};
const order = {
  transactionId: "RF7510009",
  totalPriceGross: 119,
  creditedAmount: 0,
  open: 119,
  received: 0,
  refundedAmount: 0,
  payment,
} as unknown as Order;

function show(facts: object = {}): void {
  render(
    <MantineProvider env="test">
      <PaymentPanel order={{ ...order, ...facts }} />
    </MantineProvider>,
  );
}

test("The amount and reference are shown as on the invoice, and copied in the format of banking sites", () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  show({ open: 1119.5 });
  expect(screen.getByText("€1,119.50")).toBeVisible();
  expect(screen.getByText("RF75 1000 9")).toBeVisible();
  expect(screen.getByText("DE02 1203 0000 0000 2020 51")).toBeVisible();
  for (const what of ["amount", "payment reference", "IBAN", "account holder"])
    screen.getByRole("button", { name: `Copy the ${what}` }).click();
  const copied = [["1119.50"], ["RF7510009"], [payment.iban], ["Tonneline GmbH"]];
  expect(writeText.mock.calls).toEqual(copied);
});

test("A payment is late from the day after it was due", () => {
  show();
  expect(screen.getByText(/^due /)).toBeVisible();
  show({ payment: { ...payment, dueOn: "2026-01-31" } });
  expect(screen.getByText(/^was due /)).toBeVisible();
});

test("The amount received is stated against the amount owed: minus refunds and credit notes", () => {
  show({ received: 60, refundedAmount: 10, creditedAmount: 19, open: 50 });
  expect(screen.getByText(/^€50\.00 of €100\.00 has arrived/)).toBeVisible();
});

test("If everything received was refunded, nothing counts as received", () => {
  show({ received: 60, refundedAmount: 60 });
  expect(screen.queryByText(/has arrived/)).toBeNull();
});
