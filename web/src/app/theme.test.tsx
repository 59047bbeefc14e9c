import { Button, MantineProvider, MultiSelect, Select } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { theme } from "./theme.ts";

test.each([
  ["one", Select],
  ["several", MultiSelect],
])("Enter in the open dropdown of %s picks an option, without submitting", async (_, Field) => {
  const person = userEvent.setup();
  const send = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const choose = vi.fn();
  render(
    <MantineProvider theme={theme} env="test">
      <form onSubmit={send}>
        <Field searchable label="Company" data={["Brennvik", "Lumenhof"]} onChange={choose} />
        <button type="submit">Save</button>
      </form>
    </MantineProvider>,
  );
  const field = screen.getByRole("combobox", { name: "Company" });
  await person.type(field, "Lum{Enter}");
  expect(send).not.toHaveBeenCalled();

  await person.keyboard("{ArrowDown}{Enter}");
  expect(choose.mock.calls[0]![0]).toEqual(Field === Select ? "Lumenhof" : ["Lumenhof"]);
  expect(send).not.toHaveBeenCalled();

  // With its dropdown closed, it behaves like any other field.
  await person.keyboard("{Escape}{Enter}");
  expect(send).toHaveBeenCalledOnce();
});

test.each([
  ["one", Select],
  ["several", MultiSelect],
])("the open dropdown of %s is not a tab stop", (_, Field) => {
  render(
    <MantineProvider theme={theme} env="test">
      <Field label="Company" data={["Brennvik", "Lumenhof"]} dropdownOpened />
    </MantineProvider>,
  );
  // Only a real browser knows that it scrolls.
  const viewport = screen.getByRole("listbox").querySelector("[data-scrollbars]");
  expect(viewport).toHaveAttribute("tabindex", "-1");
});

test("a destructive button has a soft border like others", () => {
  render(
    <MantineProvider theme={theme} env="test">
      <Button variant="outline" color="red.7">
        Reject
      </Button>
    </MantineProvider>,
  );
  const edge = screen.getByRole("button").style.getPropertyValue("--button-bd");
  expect(edge).toBe("1px solid var(--red-3)");
});
