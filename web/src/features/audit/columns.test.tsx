import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { i18n } from "../../lib/i18n.ts";
import "../../locales/en/audit.ts";
import { auditColumns } from "./columns.tsx";

it("says that the system did what no person did", () => {
  const who = auditColumns(i18n.t, {} as never).find(({ name }) => name === "who");
  render(
    <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
      {who?.cell({ actor: null } as never)}
    </RouterContextProvider>,
  );
  expect(screen.getByText("The system")).toBeInTheDocument();
});
