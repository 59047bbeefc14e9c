import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/cart.ts";
import { NextSteps } from "./NextSteps.tsx";

function show(credits: number): void {
  render(
    <MantineProvider env="test">
      <NextSteps credits={credits} expected={0} hasReports waitsFor={["Anna"]} />
    </MantineProvider>,
  );
}

test("Reports alone hold no credits and enter no portfolio", () => {
  show(0);
  expect(screen.getByText("Anna decides. Your prices stand until then.")).toBeInTheDocument();
  expect(screen.getByText("Once it is paid, your reports unlock")).toBeInTheDocument();
  expect(screen.queryByText(/[Cc]redits/)).toBeNull();
});

test("Reports beside credits unlock with them", () => {
  show(5);
  expect(screen.getByText("Credits enter your portfolio")).toBeInTheDocument();
  expect(screen.getByText("Reports unlock at the same moment.")).toBeInTheDocument();
});
