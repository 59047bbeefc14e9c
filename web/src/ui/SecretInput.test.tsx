import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { SecretInput } from "./SecretInput.tsx";

const field = (error?: string) => (
  <MantineProvider env="test">
    <SecretInput label="Password" error={error} />
  </MantineProvider>
);

it("exposes its error and the reason to screen readers", () => {
  const { rerender } = render(field());
  expect(screen.getByLabelText("Password")).not.toBeInvalid();

  rerender(field("At least 10 characters"));
  expect(screen.getByLabelText("Password")).toBeInvalid();
  expect(screen.getByLabelText("Password")).toHaveAccessibleDescription("At least 10 characters");
});

it("labels its button with what it does", async () => {
  render(field());
  const button = screen.getByRole("button", { name: "Show the password" });
  expect(button).not.toHaveAttribute("aria-pressed");

  await userEvent.click(button);
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "text");
  expect(button).toHaveAccessibleName("Hide the password");

  await userEvent.tab();
  await userEvent.tab();
  expect(button).toHaveFocus();
  await userEvent.keyboard(" ");
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
  expect(button).toHaveAccessibleName("Show the password");
});
