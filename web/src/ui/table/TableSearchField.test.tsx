import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { initialSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import { TableSearchField } from "./TableSearchField.tsx";

const spec = { tabs: ["all"], sorts: ["at"], sort: "at", descending: true, filters: {} };

test("typing searches from the first page on, as one step of the history; the address corrects the field", async () => {
  const onChange = vi.fn<ChangeTable>();
  const initial = initialSearch(spec);
  const of = (change: Partial<typeof initial>) => (
    <MantineProvider env="test">
      <TableSearchField label="Search" search={{ ...initial, ...change }} onChange={onChange} />
    </MantineProvider>
  );
  const { rerender } = render(of({ page: 3 }));
  const field = screen.getByRole("searchbox");
  for (const value of ["p", "pe", "peat "]) fireEvent.change(field, { target: { value } });
  await expect.poll(() => onChange.mock.calls).toHaveLength(1);
  expect(onChange.mock.calls[0]).toEqual([{ ...initial, q: "peat" }, { replace: true }]);
  // The blank stays: more words may follow.
  rerender(of({ q: "peat" }));
  expect(field).toHaveValue("peat ");
  rerender(of({ q: "moor" }));
  expect(field).toHaveValue("moor");
});
