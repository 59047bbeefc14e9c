import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../../../lib/i18n.ts";
import "../../../locales/en/projects.ts";
import "../../../locales/en/table.ts";
import type { TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
import { serverOf } from "../../../test/network.ts";
import { ProjectPills } from "./ProjectPills.tsx";

const search: TableSearch = {
  tab: "all",
  q: "",
  sort: "name",
  descending: false,
  page: 2,
  size: 20,
  filters: {},
  open: "",
};

it("shows the projects with overdue credits, or those without", async () => {
  const onChange = vi.fn<ChangeTable>();
  const choices = () => Response.json({ content: [] });
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/management/projects/choices": choices }));
  const client = new QueryClient();
  const pills = (filters: Record<string, string>) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <ProjectPills search={{ ...search, filters }} onChange={onChange} />
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(pills({}));
  fireEvent.click(screen.getByRole("button", { name: "Delivery" }));
  fireEvent.click(await screen.findByRole("combobox", { name: "Delivery" }));
  fireEvent.click(await screen.findByRole("option", { name: "Overdue", hidden: true }));
  expect(onChange.mock.lastCall![0]).toEqual({ ...search, page: 0, filters: { overdue: "true" } });
  rerender(pills({ overdue: "true" }));
  expect(screen.getByRole("button", { name: "Delivery: Overdue" })).toBeVisible();
  rerender(pills({ overdue: "false", hidden: "true" }));
  expect(screen.getByRole("button", { name: "Delivery: Nothing overdue" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Visibility: Hidden" })).toBeVisible();
});
