import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { i18n } from "../../lib/i18n.ts";
import "../../locales/en/documents.ts";
import { documentColumns } from "./columns.tsx";

/** Renders the columns of a document that a phone shows. */
function showOnPhone(facts: object): void {
  const shown = documentColumns(i18n.t).filter(({ phone }) => phone !== undefined);
  const document = { id: 1, orderId: 10003, kind: "INVOICE", number: "2026-000020", name: null };
  const row = { ...document, corrects: null, total: 12, ...facts } as never;
  render(
    <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
      {shown.map(({ name, cell }) => (
        <div key={name}>{cell(row)}</div>
      ))}
    </RouterContextProvider>,
  );
}

test("a document links to its order, also on a phone", () => {
  showOnPhone({ state: "PAID", open: 0, dueOn: "2020-03-31" });
  const link = screen.getByRole("link", { name: /10003$/ });
  expect(link).toHaveAttribute("href", "/user/settings/orders/10003");
});

test("an invoice shows its due date until it is paid, also on a phone", () => {
  showOnPhone({ state: "OVERDUE", open: 12, dueOn: "2020-03-31" });
  expect(screen.getByText("due 31 Mar 2020")).toBeInTheDocument();
});

test("the days of a document have their year, like those of orders", () => {
  const now = new Date().getFullYear();
  showOnPhone({ state: "OPEN", open: 12, dueOn: `${now}-03-31` });
  expect(screen.getByText(`due 31 Mar ${now}`)).toBeInTheDocument();
});

test("a paid invoice has no due date", () => {
  showOnPhone({ state: "PAID", open: 0, dueOn: "2020-03-31" });
  expect(screen.queryByText(/^due/)).toBeNull();
});

test("long references yield to the other columns, and are complete in their tooltip", () => {
  const references = {
    purchaseOrderNumber: "PO-4711-".repeat(7),
    costCentre: "Kostenstelle-".repeat(4),
  };
  const shown = documentColumns(i18n.t).find(({ name }) => name === "references")!;
  render(<>{shown.cell(references as never)}</>);
  expect(
    screen.getByTitle(`${references.purchaseOrderNumber}, ${references.costCentre}`),
  ).toBeInTheDocument();
});
