import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ManagedOrder } from "@tonneline/contract/orders";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { today } from "../../../lib/format.ts";
import { useRuns } from "../../../lib/runs.ts";
import { storeTokens } from "../../../lib/session.ts";
import { serverOf } from "../../../test/network.ts";
import { tokenFor } from "../../../test/tokens.ts";
import { CorrectDialog } from "./CorrectDialog.tsx";
import { CreditDialog } from "./CreditDialog.tsx";
import { DecisionDialog } from "./DecisionDialog.tsx";
import { Money } from "./Money.tsx";
import { PaymentDialog } from "./PaymentDialog.tsx";
import { RefundDialog } from "./RefundDialog.tsx";
import "../../../lib/i18n.ts";
import "../../../locales/en/cart.ts";
import "../../../locales/en/companies.ts";
import "../../../locales/en/corrections.ts";
import "../../../locales/en/management.ts";

const vintage = {
  id: 1,
  productType: "VINTAGE_CREDITS",
  quantity: 10,
  totalPrice: 100,
  creditedQuantity: 2,
  creditedAmount: 20.1,
  product: { project: { name: "Mangroves" }, vintage: { year: 2022 } },
};
const report = {
  id: 2,
  productType: "DUE_DILIGENCE_REPORT",
  quantity: 1,
  totalPrice: 50,
  creditedQuantity: 0,
  creditedAmount: 0,
  product: { reportName: "Tenure" },
};
const details = {
  companyName: "Brennvik Logistics GmbH",
  vatNumber: "DE123456789",
  invoiceEmail: "accounts@brennvik.example",
  purchaseOrderNumber: "PO 1",
  costCentre: null,
  buyerReference: null,
  remark: null,
};
const address = {
  street: "Hafenkontor 14",
  postalCode: "20457",
  city: "Altona",
  province: "Hamburg",
  countryCode: "DE",
};
const order = {
  ...details,
  address,
  id: 10,
  version: 4,
  createdAt: "2024-03-18T12:00:00.000Z",
  status: "AWAITING_PAYMENT",
  invoiceNumber: "2026-000001",
  totalPriceGross: 119,
  open: 16.9,
  toRefund: 7,
  vatCategory: "AE",
  vatNumberLooksRight: true,
  knownVatCheck: null,
  overLimit: null,
  changedVat: null,
  documents: [],
  items: [vintage, report],
} as unknown as ManagedOrder;

/** The changes requested, and their idempotency keys. */
let sent: [string, unknown][];
let keys: (string | null)[];
let response: () => Response;
const taking = (url: URL, init?: RequestInit) => {
  sent.push([url.pathname.split("/orders/")[1]!, JSON.parse(String(init?.body))]);
  keys.push(new Headers(init?.headers).get("idempotency-key"));
  return response();
};
const server = serverOf({
  "GET /api/v1/management/orders/10": () => Response.json(order),
  "POST /api/v1/management/orders/10/credit-notes": taking,
  "POST /api/v1/management/orders/10/invoices": taking,
  "POST /api/v1/management/orders/10/payments": taking,
  "POST /api/v1/management/orders/10/refunds": taking,
  "POST /api/v1/management/orders/decisions": taking,
});

beforeEach(() => {
  notifications.clean();
  useRuns.setState({ runs: [] });
  sent = [];
  keys = [];
  response = () => Response.json({});
  vi.stubGlobal("fetch", server);
});

function show(dialog: ReactNode): void {
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>
    </MantineProvider>,
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it("credits the lines with input, and shows errors at their lines", async () => {
  show(<CreditDialog order={order} onClose={() => {}} />);
  const confirm = screen.getByRole("button", { name: "Issue the credit note" });
  expect(confirm).toHaveAttribute("aria-disabled", "true");
  const [ofCredits, ofReport] = screen.getAllByLabelText("Amount in euros, net");
  expect(screen.getByLabelText("Tonnes returned")).toHaveAccessibleDescription(/^8\st left/);
  expect(ofCredits).toHaveAccessibleDescription(/At most €79\.90\.$/);

  response = () => {
    const fieldErrors = [{ path: "lines.0.amount", message: "At most 50." }];
    const problem = { type: "about:blank", title: "", code: "VALIDATION_FAILED", detail: "No." };
    return Response.json({ ...problem, status: 400, fieldErrors }, { status: 400 });
  };
  fireEvent.change(ofReport!, { target: { value: "60,50" } });
  fireEvent.click(confirm);
  expect(await screen.findByText("At most 50.")).toBeVisible();
  expect(ofReport).toBeInvalid();
  expect(ofCredits).toBeValid();
  const lines = [{ itemId: 2, amount: 60.5 }];
  const body = { lines, reason: "", returnCredits: true, version: 4 };
  fireEvent.click(confirm);
  await expect.poll(() => sent).toEqual(Array(2).fill(["10/credit-notes", body]));
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
});

it("records no payment without a reference, dated before its order or of 0, but accepts a reversal", async () => {
  show(<PaymentDialog order={order} onClose={() => {}} />);
  press("Record the payment");
  expect(screen.getByText("Enter a reference for the payment.")).toBeVisible();
  type("Reference", "wire 1");
  type("Received on", "2024-03-17");
  press("Record the payment");
  expect(screen.getByText(/^Order 10 was placed after this day/)).toBeVisible();
  type("Received on", today());
  type("Amount in euros", "0");
  press("Record the payment");
  expect(screen.getByText("Enter an amount such as 1,137.50.")).toBeVisible();
  expect(sent).toEqual([]);

  type("Amount in euros", "10");
  expect(screen.getByText("€6.90 stays open.")).toBeVisible();
  type("Amount in euros", "-12,50");
  expect(screen.getByText("€29.40 stays open.")).toBeVisible();
  press("Record the payment");
  const body = { amount: -12.5, day: today(), reference: "wire 1", open: 16.9 };
  await expect.poll(() => sent).toEqual([["10/payments", body]]);
  expect(keys).toEqual([expect.stringMatching(/./)]);
});

it("records the reversal of a paid order's payment, which then awaits payment again", async () => {
  const paid = {
    ...order,
    status: "PAID",
    open: 0,
    received: 119,
    payments: [],
    creditedAmount: 0,
  };
  show(<Money order={paid as ManagedOrder} canWrite />);
  expect(screen.queryByRole("button", { name: "Record a payment…" })).toBeNull();
  press("Record a reversal…");
  expect(screen.getByText(/^€119\.00 was received\. .* its credits leave/)).toBeVisible();
  expect(screen.getByLabelText("Amount in euros")).toHaveValue("119.00");
  type("Amount in euros", "-20,50");
  type("Reversed on", "2024-03-20");
  type("Reference", "return 1");
  response = () => Response.json({ ...paid, status: "AWAITING_PAYMENT", open: 20.5 });
  press("Record the reversal");
  const body = { amount: -20.5, day: "2024-03-20", reference: "return 1", open: 0 };
  await expect.poll(() => sent).toEqual([["10/payments", body]]);
  const message = /^Reversal of €20\.50 recorded: order 10 awaits payment again$/;
  expect(await screen.findByText(message)).toBeVisible();
});

it("offers to record a reversal only of what was received", () => {
  const unpaid = { ...order, received: 0, payments: [], creditedAmount: 0 } as ManagedOrder;
  show(<Money order={unpaid} canWrite />);
  expect(screen.getByRole("button", { name: "Record a payment…" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Record a reversal…" })).toBeNull();
});

it("records a refund, preset to the amount to be refunded, on a valid day", async () => {
  show(<RefundDialog order={order} onClose={() => {}} />);
  expect(screen.getByLabelText("Amount in euros")).toHaveValue("7.00");
  type("Sent on", "9999-12-31");
  press("Record the refund");
  expect(screen.getByText("Enter a date that is not in the future.")).toBeVisible();
  expect(sent).toEqual([]);
  type("Sent on", "2024-03-20");
  type("Reference of the transfer", "wire 2");
  press("Record the refund");
  const body = { amount: 7, day: "2024-03-20", reference: "wire 2" };
  await expect.poll(() => sent).toEqual([["10/refunds", body]]);
  expect(keys).toEqual([expect.stringMatching(/./)]);
});

it("reissues an invoice with all untouched details, and under reverse charge requires a new number to be checked", async () => {
  show(<CorrectDialog order={order} onClose={() => {}} />);
  press("Cancel and reissue");
  expect(screen.getByText("Nothing has been changed yet.")).toBeVisible();
  type("Reason", "The number was another.");
  type("VAT number", "DE987654321");
  press("Cancel and reissue");
  expect(screen.getByText("Choose the result of the check.")).toBeVisible();
  expect(sent).toEqual([]);

  type("The new VAT number", "INVALID");
  type("Other evidence of a taxable person", "Trade register");
  press("Cancel and reissue");
  const body = {
    ...details,
    costCentre: "",
    buyerReference: "",
    remark: "",
    vatNumber: "DE987654321",
    invoiceAddress: address,
    reason: "The number was another.",
    version: 4,
    vatCheck: { result: "INVALID", on: today(), evidence: "Trade register" },
  };
  await expect.poll(() => sent).toEqual([["10/invoices", body]]);
});

it("shows at once for all fields of an invoice what prevents it from being reissued", async () => {
  show(<CorrectDialog order={order} onClose={() => {}} />);
  for (const label of ["Company name", "Street and number", "Postal code"]) type(label, "");
  type("Invoice email", "accounts");
  type("VAT number", "DE987654321");
  press("Cancel and reissue");
  const tooShort = "This field must contain at least 3 character(s)";
  const message = {
    "Company name": tooShort,
    "VAT number": "",
    "Invoice email": "Invalid email address",
    "Street and number": tooShort,
    "Postal code": tooShort,
    City: "",
    "The new VAT number": "Choose the result of the check.",
    Reason: "Enter a reason of at least 3 characters.",
  };
  const found = Object.keys(message).map((label) => {
    const field = screen.getByLabelText(label);
    const errors = field.getAttribute("aria-describedby")?.match(/\S+-error/);
    return [label, errors ? document.getElementById(errors[0])?.textContent : ""];
  });
  expect(Object.fromEntries(found)).toEqual(message);
  expect(screen.getByLabelText("Company name")).toBeInvalid();
  expect(sent).toEqual([]);
});

it("approves the others while an order under reverse charge is left for later, which can be undone", async () => {
  const other = { ...order, id: 11, vatCategory: "S", status: "AWAITING_APPROVAL" } as ManagedOrder;
  const one = { ...order, status: "AWAITING_APPROVAL" } as ManagedOrder;
  const overLimit = { owed: 900, limit: 500 };
  show(
    <DecisionDialog
      decision="approve"
      orders={[{ ...one, overLimit } as ManagedOrder, other]}
      onClose={() => {}}
    />,
  );
  expect(screen.getByLabelText("Checked on")).toBeVisible();
  const check = screen.getByLabelText(/^VAT number of Brennvik/);
  expect(screen.getByText(/€238\.00 including VAT/)).toBeVisible();
  const why = screen.getByRole("textbox");
  // The day applies to the checks, and is below them.
  const follows = Node.DOCUMENT_POSITION_FOLLOWING;
  expect(screen.getByLabelText("Checked on").compareDocumentPosition(why)).toBe(follows);
  fireEvent.change(check, { target: { value: "LATER" } });
  expect(screen.getByText(/€119\.00 including VAT/)).toBeVisible();
  // An order left for later needs no reason to exceed the limit.
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(check).toBeVisible();
  response = () => Response.json({ id: 1, total: 1, state: "WAITING", startsAt: "", results: [] });
  fireEvent.submit(check.closest("form")!);
  const body = { decision: "approve", rows: [{ id: 11, asks: {} }] };
  await expect.poll(() => sent).toEqual([["decisions", body]]);
});

it("marks the missing check and focuses it, then the evidence", async () => {
  const one = { ...order, status: "AWAITING_APPROVAL" } as ManagedOrder;
  const other = { ...one, id: 11, companyName: "Sagewell SAS", vatNumber: "FR12345678901" };
  show(<DecisionDialog decision="approve" orders={[one, other]} onClose={() => {}} />);
  type(/^VAT number of Brennvik/, "INVALID");
  const [answered, missing] = [/^VAT number of Brennvik/, /^VAT number of Sagewell/].map((label) =>
    screen.getByLabelText(label),
  );
  expect(missing).toBeValid();
  fireEvent.submit(missing!.closest("form")!);
  await expect.poll(() => document.activeElement).toBe(missing);
  expect(missing).toBeInvalid();
  expect(answered).toBeValid();
  fireEvent.change(missing!, { target: { value: "VALID" } });
  fireEvent.submit(missing!.closest("form")!);
  const evidence = screen.getByRole("textbox");
  await expect.poll(() => document.activeElement).toBe(evidence);
  expect(evidence).toBeInvalid();
  expect(missing).toBeValid();
  expect(sent).toEqual([]);
});

it("marks an order paid by the server's clock, which rejects future times, when the local one is an hour fast", async () => {
  const serverAt = Date.now() - 3_600_000;
  storeTokens({ authToken: tokenFor({ nowMs: serverAt }), refreshToken: "refresh" });
  show(<DecisionDialog decision="pay" orders={[order]} onClose={() => {}} />);
  const day = screen.getByLabelText("Paid on");
  // In the first hour of a day here, the server's clock may still be on the previous day.
  fireEvent.change(day, { target: { value: today(new Date(serverAt)) } });
  response = () => Response.json({ id: 1, total: 1, state: "WAITING", startsAt: "", results: [] });
  fireEvent.submit(day.closest("form")!);
  await expect.poll(() => sent).toHaveLength(1);
  const [, { rows }] = sent[0] as [string, { rows: [{ asks: { paidAt: string } }] }];
  expect(Math.abs(Date.parse(rows[0].asks.paidAt) - serverAt)).toBeLessThan(20_000);
});

it.each([
  ["approve", "Approve order 10", "Brennvik Logistics GmbH is sent the invoice."],
  ["pay", "Mark order 10 paid", "Brennvik Logistics GmbH gets the credits"],
  ["reject", "Reject order 10", "Brennvik Logistics GmbH is told the reason."],
] as const)("names the order and its buyer before it decides to %s", (decision, title, text) => {
  const one = { ...order, vatCategory: "S" } as ManagedOrder;
  show(<DecisionDialog decision={decision} orders={[one]} onClose={() => {}} />);
  expect(screen.getByRole("dialog", { name: title })).toHaveTextContent(text);
  cleanup();
  const both = [one, { ...one, id: 11 }];
  show(<DecisionDialog decision={decision} orders={both} onClose={() => {}} />);
  expect(screen.getByRole("dialog", { name: /2 orders/ })).not.toHaveTextContent("Brennvik");
});

it.each([
  ["approve", "Approve 1"],
  ["pay", "Mark 1 paid"],
] as const)("is confirmed by Enter as soon as it opens to %s", async (decision, confirm) => {
  const one = { ...order, vatCategory: "S" } as ManagedOrder;
  show(<DecisionDialog decision={decision} orders={[one]} onClose={() => {}} />);
  const button = screen.getByRole("button", { name: confirm });
  await expect.poll(() => document.activeElement).toBe(button);
});

it("does not reject an order by Enter before a reason is written", async () => {
  show(<DecisionDialog decision="reject" orders={[order]} onClose={() => {}} />);
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText("Reason"));
});

it("names today’s VAT in an approval where the rate has changed since an order was placed", () => {
  const changedVat = { vatPercentage: 20, vatAmount: 20, totalPriceGross: 120 };
  const changed = { ...order, status: "AWAITING_APPROVAL", vatCategory: "S" } as ManagedOrder;
  const shown = (orders: ManagedOrder[], decision: "approve" | "reject") => {
    show(<DecisionDialog decision={decision} orders={orders} onClose={() => {}} />);
    const text = screen.getByRole("dialog").textContent;
    cleanup();
    return text;
  };
  const text = shown(
    [
      { ...changed, changedVat },
      { ...changed, id: 11 },
    ],
    "approve",
  );
  expect(text).toContain("One invoice has today’s rate of VAT");
  expect(text).toContain("€239.00 including VAT");
  expect(shown([changed], "approve")).not.toContain("rate of VAT");
  expect(shown([{ ...changed, changedVat }], "reject")).not.toContain("rate of VAT");
});
