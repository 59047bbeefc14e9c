import { notificationCodes } from "@tonneline/contract/codes";
import type { Notification } from "@tonneline/contract/notifications";
import { expect, test } from "vitest";
import { i18n } from "../../lib/i18n.ts";
import { merged, pollDelay } from "./notifications.order.ts";
import { presentationOf } from "./presentation.ts";

const facts = {
  projectId: 7,
  projectName: "Lindenau Biochar",
  year: 2024,
  before: 158,
  after: 164,
  orderId: 10482,
  approvalId: 301,
  quoteNumber: "Q-2026-000123",
  invoiceNumber: "2026-000147",
  total: 31707.55,
  dueOn: "2026-03-30",
  reason: "The VAT number is not valid.",
  credits: 150,
  person: "Jonas Peeters",
  companyName: "Brennvik Logistics",
  role: "VIEWER" as const,
  recordType: "order" as const,
  recordId: 10482,
};

function present(code: string, more: Partial<Notification["facts"]> = {}): string[] {
  const notification = {
    id: 1,
    code,
    occuredAt: "2026-03-16T10:00:00Z",
    read: false,
    facts: { ...facts, ...more },
  };
  const { text, values } = presentationOf(notification)!;
  return [
    i18n.t(`notifications.titles.${text}`, values),
    i18n.t(`notifications.texts.${text}`, values),
  ];
}

test.each(notificationCodes)("%s has a title and a sentence without gaps", (code) => {
  const [title, sentence] = present(code, code.includes("Type") ? { before: "a", after: "b" } : {});
  for (const text of [title!, sentence!]) {
    expect(text).not.toBe("");
    expect(text).not.toMatch(/\{\{|undefined| {2}|NaN/);
  }
});

test("figures are formatted in the sentence", () => {
  expect(present("cart.vintage.price.changed")[1]).toBe(
    "Lindenau Biochar 2024 now costs €164.00 per tonne instead of €158.00.",
  );
  expect(present("order.approved")).toEqual([
    "Order 10482 is approved",
    "Invoice 2026-000147 of €31,707.55 is due on 30 Mar 2026.",
  ]);
  expect(present("portfolio.retirement.requested")[1]).toBe(
    "150\u00a0t of Lindenau Biochar 2024 are being retired.",
  );
});

test("changes of a vintage use the usual names", () => {
  const impact = { before: "REDUCTION", after: "REMOVAL_SHORT" };
  expect(present("cart.impact.type.changed", impact)[1]).toBe(
    "Lindenau Biochar 2024 now has the impact short-lived removal instead of reduction.",
  );
  const claim = { before: "CONTRIBUTION", after: "COMPENSATION" };
  expect(present("cart.claim.type.changed", claim)[1]).toBe(
    "Lindenau Biochar 2024 now has a compensation claim instead of a contribution claim.",
  );
  // A value from a newer server.
  expect(present("cart.impact.type.changed", { before: "REDUCTION", after: "OTHER" })[1]).toBe(
    "Lindenau Biochar 2024 now has the impact other instead of reduction.",
  );
});

test("a count of one uses the singular", () => {
  expect(present("search.news", { count: 1 })[1]).toBe(
    "1 project is new or back in it, now for sale, or has a new price.",
  );
  expect(present("search.news", { count: 2 })[1]).toMatch(/^2 projects are new/);
  expect(present("portfolio.retirement.requested", { credits: 1 })[1]).toBe(
    "1\u00a0t of Lindenau Biochar 2024 is being retired.",
  );
  expect(present("portfolio.retirement.completed", { credits: 1 })[1]).toBe(
    "1\u00a0t of Lindenau Biochar 2024 is permanently retired.",
  );
});

test("a vintage with some tonnes left has not left the cart", () => {
  const reason = "Its hold had ended and fewer credits are left.";
  expect(present("cart.vintage.removed", { before: 50, after: 20, reason })).toEqual([
    "A vintage in your cart has fewer tonnes",
    `Lindenau Biochar 2024 is now 20\u00a0t instead of 50\u00a0t. ${reason}`,
  ]);
  expect(present("cart.vintage.removed", { before: 50, after: 0 })[0]).toBe(
    "A vintage left your cart",
  );
});

test("a request for reports only is not described in tonnes", () => {
  expect(present("approval.requested")[1]).toBe(
    "150\u00a0t for €31,707.55. Request 301 is waiting for you.",
  );
  expect(present("approval.requested", { credits: 0 })[1]).toBe(
    "Reports for €31,707.55. Request 301 is waiting for you.",
  );
});

test("an unknown code has no text", () => {
  const occuredAt = "2026-03-16T10:00:00Z";
  expect(
    presentationOf({ id: 1, code: "moon.landed", occuredAt, read: false, facts: {} }),
  ).toBeUndefined();
});

test("read notifications are sorted newest first, without duplicates", () => {
  const at = (id: number, hour: number): Notification => ({
    id,
    code: "order.paid",
    occuredAt: `2026-03-16T${hour}:00:00Z`,
    read: true,
    facts: {},
  });
  const list = merged([at(3, 12), at(9, 15), at(2, 11), at(3, 12)]);
  expect(list.map(({ id }) => id)).toEqual([9, 3, 2]);
});

test("polling slows down with each failure, up to five minutes", () => {
  expect([0, 1, 2, 20].map(pollDelay)).toEqual([10_000, 20_000, 40_000, 300_000]);
});
