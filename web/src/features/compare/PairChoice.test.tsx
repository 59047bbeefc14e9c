import { MantineProvider } from "@mantine/core";
import type { ComparedVintage } from "@tonneline/contract/compare";
import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/compare.ts";
import { PairChoice } from "./PairChoice.tsx";

test("vintages of one project are distinguishable if a phone truncates their names", () => {
  const vintages = [2023, 2024].map((year) => ({ year, project: { name: "Heartland Methane" } }));
  render(
    <MantineProvider env="test">
      <PairChoice vintages={vintages as ComparedVintage[]} pair={[0, 1]} onChange={() => {}} />
    </MantineProvider>,
  );
  const options = within(screen.getByLabelText("Right")).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual([
    "2023, Heartland Methane",
    "2024, Heartland Methane",
  ]);
});
