import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { YearCosts } from "./YearCosts.tsx";
import "../../locales/en/portfolio.ts";

test("the costs of a year are a single region, although their table scrolls", () => {
  render(<YearCosts years={[{ year: 2026, spent: 79.2, purchased: 36 }]} />);
  expect(screen.getAllByRole("region")).toHaveLength(1);
  expect(screen.getByRole("group", { name: "Cost by year" })).toHaveAttribute("tabindex", "0");
});
