import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { RangeDay } from "./Sales.tsx";
import type { SalesRange } from "./salesRange.ts";
import "../../lib/i18n.ts";
import "../../locales/en/dashboard.ts";

const range: SalesRange = { name: "12m", from: "2025-12-01", to: "2026-11-26", compare: "year" };

it.each([
  ["from", "Sales from", "2024-05-17"],
  ["to", "Sales to", "2026-01-17"],
] as const)(
  "keeps a partial year as typed, and applies it once complete: %s",
  (side, label, day) => {
    const onChange = vi.fn<(next: Partial<SalesRange>) => void>();
    render(
      <MantineProvider env="test">
        <RangeDay side={side} range={range} onChange={onChange} />
      </MantineProvider>,
    );
    const field = screen.getByLabelText(label);
    const typed = (length: number) => day.slice(0, length).padStart(4, "0") + day.slice(4);
    for (const length of [1, 2, 3]) {
      fireEvent.change(field, { target: { value: typed(length) } });
      expect(field).toHaveValue(typed(length));
    }
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.change(field, { target: { value: day } });
    const { from, to } = range;
    expect(onChange.mock.calls).toEqual([[{ name: "own", from, to, [side]: day }]]);

    fireEvent.change(field, { target: { value: "1999-01-01" } });
    fireEvent.blur(field);
    expect(field).toHaveValue(range[side]);
    expect(onChange).toHaveBeenCalledTimes(1);
  },
);
