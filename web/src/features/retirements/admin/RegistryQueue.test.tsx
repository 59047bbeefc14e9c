import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { parseTable } from "../../../lib/tableSearch.ts";
import { managedRetirements } from "./admin.queries.ts";
import { RegistryQueue } from "./RegistryQueue.tsx";
import "../../../locales/en/managedRetirements.ts";

test("the row of open requests by registry is reserved while loading, and when there are none", () => {
  const search = parseTable(managedRetirements.spec, new URLSearchParams());
  const of = (queue: Parameters<typeof RegistryQueue>[0]["queue"]) => (
    <RegistryQueue queue={queue} search={search} onChange={() => {}} />
  );
  const { rerender } = render(of(undefined));
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  expect(screen.queryByRole("button")).toBeNull();
  rerender(of([]));
  expect(screen.getByRole("listitem")).toHaveTextContent("Nothing is waiting at a registry0");
  const verra = { registry: { id: 1, name: "Verra" }, waiting: 2, tonnes: 30 };
  rerender(of([{ ...verra, oldestAt: new Date().toISOString() }]));
  expect(screen.getByRole("listitem")).toHaveTextContent("Verra2");
});
