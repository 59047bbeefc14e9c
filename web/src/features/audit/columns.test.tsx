import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { i18n } from "../../lib/i18n.ts";
import "../../locales/en/audit.ts";
import { auditColumns } from "./columns.tsx";

it("attributes actions without a person to the system", () => {
  const who = auditColumns(i18n.t, {} as never).find(({ name }) => name === "who");
  render(
    <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
      {who?.cell({ actor: null } as never)}
    </RouterContextProvider>,
  );
  expect(screen.getByText("The system")).toBeInTheDocument();
});

it("names the type of a record in words", () => {
  const thing = auditColumns(i18n.t, {} as never).find(({ name }) => name === "thing");
  render(
    <>{thing?.cell({ thingType: "bank-entry", thingId: "6", thingName: "Stadtwerke" } as never)}</>,
  );
  expect(screen.getByText("Bank entry · 6 · Stadtwerke")).toBeInTheDocument();
});
