import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { parseTable } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
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

test("a registry narrows the list to its open requests, and to those of all when pressed again", () => {
  const onChange = vi.fn<ChangeTable>();
  const oldestAt = new Date().toISOString();
  const verra = { registry: { id: 1, name: "Verra" }, waiting: 2, tonnes: 30, oldestAt };
  const initial = parseTable(managedRetirements.spec, new URLSearchParams("tab=RETIRED&page=3"));
  const of = (search: typeof initial) => (
    <RegistryQueue queue={[verra]} search={search} onChange={onChange} />
  );
  const { rerender } = render(of(initial));
  const press = () => fireEvent.click(screen.getByRole("button"));
  press();
  const chosen = onChange.mock.calls[0]![0];
  const open = { ...initial, tab: "RETIREMENT_IN_PROGRESS", page: 0 };
  expect(chosen).toEqual({ ...open, filters: { registry: "1" } });
  rerender(of(chosen));
  press();
  expect(onChange.mock.calls[1]![0]).toEqual(open);
});
