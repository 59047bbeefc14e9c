import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ChangedMeanwhile } from "./ChangedMeanwhile.tsx";

const step = (
  name: string,
  actor: string | null,
  minute: number,
  reason: string | null = null,
) => ({
  name,
  actor,
  actorName: actor === "mira@shop.example" ? "Mira Okafor" : actor,
  reason,
  at: `2026-03-16T10:0${minute}:00.000Z`,
});
type Step = ReturnType<typeof step>;

const shown = (steps: Step[]) => (
  <MantineProvider env="test">
    <ChangedMeanwhile
      steps={steps}
      operator="me@shop.example"
      say={({ name }, { actor }) => `${actor} ${name} this`}
    />
  </MantineProvider>
);

it("names who has changed a record since it was opened, and why, but not the current operator", () => {
  const before = [step("started", "mira@shop.example", 1)];
  const { rerender } = render(shown(before));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  const own = step("entered", "me@shop.example", 2);
  rerender(shown([...before, own]));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  const declined = step("declined", "mira@shop.example", 3, "Not at this registry");
  rerender(shown([...before, own, declined, step("closed", null, 4)]));
  expect(screen.getByText("Mira Okafor declined this")).toBeVisible();
  expect(screen.getByText("Not at this registry")).toBeVisible();
  expect(screen.getByText("The system closed this")).toBeVisible();
  expect(screen.queryByText(/started|entered/)).toBeNull();
});
