import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { i18n } from "../../lib/i18n.ts";
import "../../locales/en/partners.ts";
import { partnerColumns } from "./columns.tsx";

test("a phone shows what a partner's people bought, and since when the partner is one", () => {
  const partner = { id: 3, name: "North", registrationUrl: "https://tonneline.example/?p=3" };
  const row = {
    ...partner,
    referredUsers: 2,
    purchasedCredits: 1200,
    purchasedNet: 34.5,
    createdAt: "2024-03-14T10:00:00Z",
  } as never;
  const shown = partnerColumns(i18n.t, true).filter(({ name }) =>
    ["people", "money"].includes(name),
  );
  render(
    <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
      {shown.map(({ name, cell }) => (
        <div key={name} data-testid={name}>
          {cell(row)}
        </div>
      ))}
    </RouterContextProvider>,
  );
  expect(screen.getByTestId("people")).toHaveTextContent(/^2 people· 1,200.t · since 14 Mar 2024$/);
  expect(screen.getByTestId("money")).toHaveTextContent("€34.50");
});
