import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { expect, test } from "vitest";
import { today } from "../../../lib/format.ts";
import { initialSearch } from "../../../lib/tableSearch.ts";
import "../../../locales/en/management.ts";
import "../../../locales/en/orders.ts";
import { managedOrders } from "./admin.queries.ts";
import { orderColumns, usuallyHidden } from "./columns.tsx";

const ago = (days: number) =>
  new Date(Date.parse(today()) - days * 86_400_000).toISOString().slice(0, 10);

test.each([
  ["AWAITING_APPROVAL", ago(7), null, /Awaiting approval\s*7 days$/],
  ["AWAITING_PAYMENT", ago(30), ago(12), /Awaiting payment\s*12 days late$/],
  ["AWAITING_PAYMENT", ago(1), ago(-13), /Awaiting payment\s*in 13 days$/],
  ["PAID", ago(30), ago(12), /Paid$/],
])(
  "Where a phone has no other columns, %s of %s also says how long",
  (status, day, dueOn, words) => {
    const columns = orderColumns(i18next.t, initialSearch(managedOrders.spec));
    const { cell } = columns.find(({ phone }) => phone === "detail")!;
    const order = { status, createdAt: `${day}T09:00:00Z`, dueOn, overLimit: null };
    render(<div data-testid="cell">{cell(order as never)}</div>);
    expect(screen.getByTestId("cell").textContent).toMatch(words);
  },
);

test.each([
  ["open", ["waits"]],
  ["AWAITING_APPROVAL", ["waits"]],
  ["AWAITING_PAYMENT", ["placed"]],
  ["PAID", ["placed"]],
])("On a tablet, the tab %s dates its orders by the column %s", (tab, names) => {
  const columns = orderColumns(i18next.t, { ...initialSearch(managedOrders.spec), tab });
  const shown = columns.filter(({ name, wide }) => !wide && !usuallyHidden(tab).includes(name));
  expect(shown.map(({ name }) => name).filter((name) => /placed|waits/.test(name))).toEqual(names);
});
