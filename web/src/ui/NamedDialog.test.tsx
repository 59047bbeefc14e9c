import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import "../lib/i18n.ts";
import { NamedDialog } from "./NamedDialog.tsx";

const dialog = {
  title: "A new role",
  text: "It may see and change what is ticked.",
  confirm: "Create",
  busy: false,
  label: "Name",
  maxLength: 60,
  missing: "Enter a name",
  onClose: () => {},
};

function open(refused?: string) {
  const onConfirm = vi.fn<() => void>();
  function Dialog() {
    const [name, setName] = useState(" ");
    const props = { refused, failure: refused ?? "The server cannot be reached." };
    return (
      <NamedDialog {...dialog} {...props} name={name} onName={setName} onConfirm={onConfirm}>
        {null}
      </NamedDialog>
    );
  }
  render(
    <MantineProvider env="test">
      <Dialog />
    </MantineProvider>,
  );
  return onConfirm;
}

const confirm = () => fireEvent.click(screen.getByRole("button", { name: "Create" }));
const field = () => screen.getByLabelText("Name");

test("Without a name nothing is confirmed, and the error appears only after an attempt", () => {
  const onConfirm = open();
  expect(screen.queryByText("Enter a name")).toBeNull();
  confirm();
  expect(screen.getByText("Enter a name")).toBeInTheDocument();
  expect(onConfirm).not.toHaveBeenCalled();

  fireEvent.change(field(), { target: { value: "Accounting" } });
  expect(screen.queryByText("Enter a name")).toBeNull();
  confirm();
  expect(onConfirm).toHaveBeenCalledOnce();
});

test("It is announced by title and description when it opens, without its fields and buttons", () => {
  open();
  const opened = screen.getByRole("dialog", { name: dialog.title });
  expect(opened).toHaveAccessibleDescription(dialog.text);
});

test("The reason why a name was rejected appears only at its field", () => {
  open("Another role has this name");
  expect(screen.getAllByText("Another role has this name")).toHaveLength(1);
  expect(field()).toHaveAccessibleDescription("Another role has this name");
});

test("Any other error appears above the field", () => {
  open();
  expect(screen.getByText("The server cannot be reached.")).toBeInTheDocument();
  expect(field()).not.toHaveAttribute("aria-invalid", "true");
});

test("Leaving the page asks for confirmation if a dialog has input, and only then", () => {
  const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  open();
  expect(isAsked()).toBe(false);
  fireEvent.input(field(), { target: { value: "Accounting" } });
  expect(isAsked()).toBe(true);
  cleanup();
  expect(isAsked()).toBe(false);
});
