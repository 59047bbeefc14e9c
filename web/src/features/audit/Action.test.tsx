import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import "../../lib/i18n.ts";
import { Action } from "./Action.tsx";

it.each([
  ["login.fail", "Login failed"],
  ["bank-account.change", "Bank account changed"],
  ["user.block", "user.block"],
])("says %s as: %s", (action, text) => {
  render(
    <MantineProvider env="test">
      <Action action={action} />
    </MantineProvider>,
  );
  expect(screen.getByText(text)).toBeInTheDocument();
});
