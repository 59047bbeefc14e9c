import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/portfolio.ts";
import { Quarters } from "./Quarters.tsx";

const quarter = { from: "2026-10-01", purchased: 250, inProgress: 75, retired: 1, available: 174 };

it("states what was bought so far in the first quarter, which has not ended", () => {
  render(
    <MantineProvider env="test">
      <Quarters quarters={[{ ...quarter, expected: 0 }]} />
    </MantineProvider>,
  );
  expect(screen.getByText(/you have bought/)).toHaveTextContent(
    "Since Q4 2026 you have bought 250 t and retired 1 t; 174 t can be retired.",
  );
  // As in the holdings, nothing is a dash.
  expect(screen.getByRole("row", { name: /^Q4 2026/ })).toHaveTextContent("Q4 2026–174751250");
});
