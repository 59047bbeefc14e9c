import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/audit.ts";
import "../../locales/en/records.ts";
import { Action } from "./Action.tsx";

it.each([
  ["login.fail", "Login failed"],
  ["bank-account.change", "Bank account changed"],
  ["passkey.add", "Passkey added"],
  ["user.block", "User: blocked"],
  ["retirement.note", "Retirement: note added"],
  ["retirement.withdraw", "Retirement: withdrawn"],
  ["shortlist.create", "Shortlist: created"],
  ["project-type.merge", "Project type: merged"],
  ["mailText.someVerb", "Mail text: some verb"],
])("describes %s as: %s", (action, text) => {
  render(
    <MantineProvider env="test">
      <Action action={action} />
    </MantineProvider>,
  );
  expect(screen.getByText(text)).toBeInTheDocument();
});
