import type { Order, OrderStatus } from "@tonneline/contract/orders";
import { netTonnes } from "./amounts.ts";

export type ProgressStep =
  | {
      tone: "ok" | "stop";
      step: "placed" | "approved" | "paid" | "reopened" | "rejected";
      at: string;
    }
  | { tone: "now"; step: "awaitApproval" | "awaitPayment" }
  | { tone: "next"; step: "invoiceNext" | Delivery["next"] }
  | { tone: "ok" | "stop"; step: Delivery["done"] | "returned" };

/** What a payment delivers: credits into the portfolio, or only reports. */
type Delivery = (typeof deliveries)[keyof typeof deliveries];
const deliveries = {
  credits: { next: "portfolio", done: "inPortfolio" },
  reports: { next: "reports", done: "reports" },
} as const;

const reached: Record<OrderStatus, "placed" | "approved" | "paid" | "rejected"> = {
  AWAITING_APPROVAL: "placed",
  AWAITING_PAYMENT: "approved",
  PAID: "paid",
  REJECTED: "rejected",
};

/** The timeline of an order: past steps with their times, what it waits for, and what follows. */
export function progressOf({
  status,
  history,
  totalCredits,
  items,
}: Pick<Order, "status" | "history" | "totalCredits" | "items">): ProgressStep[] {
  const { next, done } = deliveries[totalCredits > 0 ? "credits" : "reports"];
  const isAllReturned = totalCredits > 0 && netTonnes({ items }) === 0;
  const past = history.map(({ status: to, at }, index): ProgressStep => {
    // Not a second approval: the payment was reversed.
    if (to === "AWAITING_PAYMENT" && history[index - 1]?.status === "PAID")
      return { tone: "stop", step: "reopened", at };
    return { tone: to === "REJECTED" ? "stop" : "ok", step: reached[to], at };
  });
  const ahead: Record<OrderStatus, ProgressStep[]> = {
    AWAITING_APPROVAL: [
      { tone: "now", step: "awaitApproval" },
      { tone: "next", step: "invoiceNext" },
      { tone: "next", step: next },
    ],
    AWAITING_PAYMENT: [
      { tone: "now", step: "awaitPayment" },
      { tone: "next", step: next },
    ],
    PAID: [{ tone: "ok", step: isAllReturned ? "returned" : done }],
    // Reports are never out of stock.
    REJECTED: totalCredits > 0 ? [{ tone: "stop", step: "returned" }] : [],
  };
  return [...past, ...ahead[status]];
}
