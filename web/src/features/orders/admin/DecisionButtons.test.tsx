import { fireEvent, screen } from "@testing-library/react";
import type { ManagedOrder, OrderDecision } from "@tonneline/contract/orders";
import { beforeEach, expect, test, vi } from "vitest";
import "../../../lib/i18n.ts";
import "../../../locales/en/management.ts";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { DecisionButtons } from "./DecisionButtons.tsx";

const decided = vi.fn<(decision: OrderDecision) => void>();

beforeEach(() => {
  decided.mockReset();
  const nothing = { approve: null, pay: null, reject: null };
  const forecast = () => Response.json(nothing);
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/management/orders/10/forecast": forecast }));
});

async function show(status: ManagedOrder["status"], operator = "noor@tonneline.example") {
  const order = { id: 10, status, username: "ilse@brennvik.example" } as ManagedOrder;
  showPage(() => (
    <div role="dialog" aria-label="Order 10">
      <textarea aria-label="Note" />
      <DecisionButtons order={order} operator={operator} onDecide={decided} />
    </div>
  ));
  await screen.findByLabelText("Note");
}
const press = (key: string, on: Element = document.body) => fireEvent.keyDown(on, { key });

test.each([
  ["AWAITING_APPROVAL", [["approve"], ["reject"]]],
  ["AWAITING_PAYMENT", [["pay"], ["reject"]]],
  ["PAID", []],
] as const)(
  "In an open order that is %s, the keys a, p and r decide: %j",
  async (status, calls) => {
    await show(status);
    for (const key of ["a", "p", "r"]) press(key);
    expect(decided.mock.calls.map(([decision]) => [decision])).toEqual(calls);
  },
);

test("No key decides while a note is written, or a dialog is open over the order", async () => {
  await show("AWAITING_APPROVAL");
  press("a", screen.getByLabelText("Note"));
  document.body.append(Object.assign(document.createElement("div"), { role: "dialog" }));
  press("a");
  document.body.lastElementChild!.remove();
  expect(decided).not.toHaveBeenCalled();
  press("a");
  expect(decided).toHaveBeenCalledOnce();
});

test("Nobody decides on their own order by a key", async () => {
  await show("AWAITING_APPROVAL", "ilse@brennvik.example");
  press("a");
  expect(decided).not.toHaveBeenCalled();
});
