import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/table.ts";
import { KeySheet } from "./KeySheet.tsx";

function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        All keys
      </button>
      {isOpen && (
        <KeySheet
          selectable={false}
          forOperators={false}
          actions={[]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

it("returns the focus to what opened it", async () => {
  const person = userEvent.setup();
  render(
    <MantineProvider env="test">
      <Opener />
    </MantineProvider>,
  );
  screen.getByRole("button", { name: "All keys" }).focus();
  await person.keyboard("{Enter}");
  await screen.findByRole("dialog");
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toBe("All keys");
});

it.each([
  { who: "a buyer", forOperators: false, selectable: false, others: [] },
  {
    who: "a buyer who can select rows",
    forOperators: false,
    selectable: true,
    others: ["Select the row", "Select up to this row"],
  },
  {
    who: "an operator",
    forOperators: true,
    selectable: false,
    others: [
      "Search or jump to anything",
      "Go to companies",
      "Go to orders",
      "Go to reminders",
      "Go to retirements",
      "Go to support requests",
      "Go to the bank",
      "Go to users",
      "Go to projects",
      "Go to the overview",
    ],
  },
])("names $who the keys that do something", ({ forOperators, selectable, others }) => {
  render(
    <MantineProvider env="test">
      <KeySheet
        selectable={selectable}
        forOperators={forOperators}
        actions={[]}
        onClose={() => undefined}
      />
    </MantineProvider>,
  );
  const toggle = screen.getByRole("switch", { name: "Single-key shortcuts" });
  expect(toggle).toHaveAccessibleDescription(/^Switch them off/);
  const named = screen.getAllByRole("term").map(({ textContent }) => textContent);
  const ofEveryList = [
    "Next row",
    "Previous row",
    "Open the row",
    "Close, or clear the selection",
    "Search the list",
    "Show what is new",
    "All shortcuts",
  ];
  expect(new Set(named)).toEqual(new Set([...ofEveryList, ...others]));
  expect(screen.queryByText(/Ctrl K/) !== null).toBe(forOperators);
});
