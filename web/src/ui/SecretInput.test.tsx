import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SecretInput } from "./SecretInput.tsx";

const field = (error?: string) => (
  <MantineProvider env="test">
    <SecretInput label="Password" error={error} />
  </MantineProvider>
);

it("says that it is in error, and why, to whoever does not see its colour", () => {
  const { rerender } = render(field());
  expect(screen.getByLabelText("Password")).not.toBeInvalid();

  rerender(field("At least 10 characters"));
  expect(screen.getByLabelText("Password")).toBeInvalid();
  expect(screen.getByLabelText("Password")).toHaveAccessibleDescription("At least 10 characters");
});
