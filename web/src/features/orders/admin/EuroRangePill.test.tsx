import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../../../lib/i18n.ts";
import "../../../locales/en/orders.ts";
import "../../../locales/en/table.ts";
import { initialSearch, type TableSearch } from "../../../lib/tableSearch.ts";
import { EuroRangePill } from "./EuroRangePill.tsx";

const spec = { tabs: ["all"], sorts: ["at"], sort: "at", descending: true, filters: {} };

it("parses an amount like every other field of euros, and rejects ambiguous ones", async () => {
  const change = vi.fn<(next: TableSearch) => void>();
  render(
    <MantineProvider env="test">
      <EuroRangePill label="Total" search={initialSearch(spec)} onChange={change} />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Total" }));
  const [field] = await screen.findAllByRole("textbox");
  const filterOf = (typed: string) => {
    change.mockClear();
    fireEvent.change(field!, { target: { value: typed } });
    fireEvent.blur(field!);
    return change.mock.lastCall?.[0].filters["totalFrom"];
  };
  expect(filterOf("24,5")).toBe("24.5");
  expect(filterOf("€1,120.50")).toBe("1120.5");
  expect(filterOf("1.120,50")).toBe("1120.5");
  for (const wrong of ["1.120", "1,000,000,000,000", "ten"]) {
    expect(filterOf(wrong)).toBeUndefined();
    expect(field).toHaveAttribute("aria-invalid", "true");
  }
});

it("has both ends next to each other, and clears them together", async () => {
  const change = vi.fn<(next: TableSearch) => void>();
  const filters = { totalFrom: "10", totalTo: "20" };
  render(
    <MantineProvider env="test">
      <EuroRangePill label="Total" search={{ ...initialSearch(spec), filters }} onChange={change} />
    </MantineProvider>,
  );
  const now = () => change.mock.lastCall?.[0].filters;
  fireEvent.click(screen.getByRole("button", { name: /^Total: / }));
  const [, end] = await screen.findAllByRole("textbox");
  fireEvent.change(end!, { target: { value: "30" } });
  fireEvent.blur(end!);
  expect(now()).toEqual({ totalFrom: "10", totalTo: "30" });
  fireEvent.click(screen.getByRole("button", { name: "Remove filter: Total" }));
  expect(now()).toEqual({});
});
