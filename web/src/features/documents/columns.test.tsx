import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { expect, test } from "vitest";
import "../../locales/en/documents.ts";
import { documentColumns } from "./columns.tsx";

test("a document leads to its order, on a phone too", () => {
  const shown = documentColumns(i18next.t).filter(({ phone }) => phone !== undefined);
  const document = { id: 1, orderId: 10003, kind: "INVOICE", number: "2026-000020", name: null };
  const row = { ...document, corrects: null, state: "PAID", total: 12, open: 0 } as never;
  render(
    <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
      {shown.map(({ name, cell }) => (
        <div key={name}>{cell(row)}</div>
      ))}
    </RouterContextProvider>,
  );
  const link = screen.getByRole("link", { name: /10003$/ });
  expect(link).toHaveAttribute("href", "/user/settings/orders/10003");
});
