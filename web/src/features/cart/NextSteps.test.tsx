import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/cart.ts";
import { NextSteps } from "./NextSteps.tsx";

function show(credits: number, expected = 0, deliveries: (string | null)[] = []): void {
  render(
    <MantineProvider env="test">
      <NextSteps {...{ credits, expected, deliveries }} hasReports waitsFor={["Anna"]} />
    </MantineProvider>,
  );
}

test("Reports alone hold no credits and do not enter the portfolio", () => {
  show(0);
  expect(screen.getByText("Anna decides. Your prices stand until then.")).toBeInTheDocument();
  expect(screen.getByText("Once it is paid, your reports unlock")).toBeInTheDocument();
  expect(screen.queryByText(/[Cc]redits/)).toBeNull();
});

test("Reports bought with credits are unlocked with them", () => {
  show(5);
  expect(screen.getByText("Credits enter your portfolio")).toBeInTheDocument();
  expect(screen.getByText("Reports unlock at the same moment.")).toBeInTheDocument();
});

test("Expected credits state the quarters of their delivery, as far as known", () => {
  show(30, 20, ["2099-Q2", null, "2098-Q3"]);
  expect(
    screen.getByText(/^Expected in Q3 2098 – Q2 2099\. We will notify you/),
  ).toBeInTheDocument();
  show(5, 5, ["2099-Q4"]);
  expect(screen.getByText(/^Expected in Q4 2099\. We will notify you/)).toBeInTheDocument();
  show(5, 5, [null]);
  expect(screen.getByText(/^We will notify you/)).toBeInTheDocument();
});

test("A quarter that has passed is not forecast any more", () => {
  show(30, 20, ["2099-Q2", "2021-Q4"]);
  expect(screen.getByText(/^We will notify you/)).toBeInTheDocument();
  expect(screen.queryByText(/Expected in/)).toBeNull();
});
