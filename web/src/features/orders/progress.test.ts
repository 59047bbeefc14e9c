import type { Order } from "@tonneline/contract/orders";
import { expect, test } from "vitest";
import { inFours, progressOf } from "./progress.ts";

const at = "2026-03-16T10:04:00.000Z";

test("a new order waits for approval, then come invoice and portfolio", () => {
  const steps = progressOf({
    totalCredits: 7,
    status: "AWAITING_APPROVAL",
    history: [{ status: "AWAITING_APPROVAL", at }],
  });
  expect(steps.map(({ step }) => step)).toEqual([
    "placed",
    "awaitApproval",
    "invoiceNext",
    "portfolio",
  ]);
});

test("a rejected order goes no further", () => {
  const steps = progressOf({
    totalCredits: 7,
    status: "REJECTED",
    history: [
      { status: "AWAITING_APPROVAL", at },
      { status: "REJECTED", at },
    ],
  });
  expect(steps).toEqual([
    { tone: "ok", step: "placed", at },
    { tone: "stop", step: "rejected", at },
    { tone: "stop", step: "returned" },
  ]);
});

test("what an order of reports alone brings is told without credits", () => {
  const steps = (status: Order["status"]) =>
    progressOf({ status, history: [], totalCredits: 0 }).map(({ step }) => step);
  expect(steps("AWAITING_APPROVAL")).toEqual(["awaitApproval", "invoiceNext", "reports"]);
  expect(steps("AWAITING_PAYMENT")).toEqual(["awaitPayment", "reports"]);
  expect(steps("PAID")).toEqual(["reports"]);
  expect(steps("REJECTED")).toEqual([]);
});

test("references and IBANs are printed in groups of four", () => {
  expect(inFours("RF7720260001")).toBe("RF77 2026 0001");
  expect(inFours("RF4510482")).toBe("RF45 1048 2");
});
