import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { expect, test } from "vitest";
import { initialSearch } from "../../../lib/tableSearch.ts";
import "../../../locales/en/management.ts";
import { supportRequests } from "./admin.queries.ts";
import { supportColumns } from "./columns.tsx";

test("a request is opened by its topic, which a phone shows too", () => {
  const columns = supportColumns(i18next.t, initialSearch(supportRequests.spec));
  const shown = columns.filter(({ phone }) => phone !== undefined);
  const request = { id: 7, topic: "Invoices", firstName: "Ilse", lastName: "Varendonk" };
  const row = { ...request, status: "OPEN", createdAt: "2026-11-26T10:00:00Z" } as never;
  render(
    <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
      {shown.map(({ name, cell }) => (
        <div key={name}>{cell(row)}</div>
      ))}
    </RouterContextProvider>,
  );
  expect(screen.getByRole("link", { name: "Invoices" })).toHaveAttribute("data-record", "7");
});
