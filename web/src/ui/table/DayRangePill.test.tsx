import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/table.ts";
import { initialSearch, type TableSearch } from "../../lib/tableSearch.ts";
import { DayRangePill } from "./DayRangePill.tsx";

const spec = { tabs: ["all"], sorts: ["at"], sort: "at", descending: true, filters: {} };

function List({ asked: changes }: { asked: TableSearch["filters"][] }) {
  const [search, setSearch] = useState(() => initialSearch(spec));
  const change = (next: TableSearch) => {
    changes.push(next.filters);
    setSearch(next);
  };
  return <DayRangePill label="When" search={search} onChange={change} />;
}

it("applies a day once its year is complete, and keeps the input until then", async () => {
  const changes: TableSearch["filters"][] = [];
  render(
    <MantineProvider env="test">
      <List asked={changes} />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "When" }));
  const field = await screen.findByLabelText("From");
  // The values that a browser reports while the year is typed digit by digit.
  for (const year of ["0002", "0020", "0202"]) {
    fireEvent.change(field, { target: { value: `${year}-03-01` } });
    expect(field).toHaveValue(`${year}-03-01`);
  }
  expect(changes).toEqual([]);
  fireEvent.change(field, { target: { value: "2026-03-01" } });
  expect(changes).toEqual([{ from: "2026-03-01" }]);

  fireEvent.blur(field);
  fireEvent.click(screen.getByRole("button", { name: "Remove filter: When" }));
  expect(field).toHaveValue("");
});

it("bounds each day by the other, and clears both at once", async () => {
  const changes: TableSearch["filters"][] = [];
  render(
    <MantineProvider env="test">
      <List asked={changes} />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "When" }));
  const [from, to] = [await screen.findByLabelText("From"), screen.getByLabelText("To")];
  fireEvent.change(to, { target: { value: "2026-03-09" } });
  expect(from).toHaveAttribute("max", "2026-03-09");
  fireEvent.change(from, { target: { value: "2026-03-01" } });
  expect(to).toHaveAttribute("min", "2026-03-01");
  expect(screen.getByRole("button", { name: "When: 1 Mar 2026 – 9 Mar 2026" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Remove filter: When" }));
  expect(changes).toEqual([{ to: "2026-03-09" }, { from: "2026-03-01", to: "2026-03-09" }, {}]);
});
