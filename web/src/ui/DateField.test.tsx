import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import "../lib/i18n.ts";
import { DateField } from "./DateField.tsx";

const onSubmit = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault());
const text = "Enter a complete, valid date.";

function Period() {
  return (
    <MantineProvider env="test">
      <form onSubmit={onSubmit} noValidate>
        <DateField label="From" error="Too early" />
        <DateField label="To" />
        <button>Send</button>
      </form>
    </MantineProvider>
  );
}

/** Puts a field into the state of a partial or nonexistent date in a browser. */
function typeUnreadable(label: string, badInput = true) {
  Object.defineProperty(field(label), "validity", { value: { badInput }, configurable: true });
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

beforeEach(() => {
  onSubmit.mockClear();
});

it("blocks its form while a date is invalid, marks it, and focuses the first", async () => {
  const user = userEvent.setup();
  render(<Period />);
  typeUnreadable("From");
  typeUnreadable("To");
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getAllByText(text)).toHaveLength(2);
  expect(field("From")).toHaveFocus();
  expect(field("To")).toBeInvalid();

  typeUnreadable("From", false);
  fireEvent.change(field("From"), { target: { value: "2025-02-28" } });
  expect(screen.getAllByText(text)).toHaveLength(1);
  // Its other error is shown again.
  expect(screen.getByText("Too early")).toBeInTheDocument();
  // A cleared field has no date, which is allowed.
  typeUnreadable("To", false);
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(screen.queryByText(text)).not.toBeInTheDocument();
});

it("shows the error on blur", () => {
  render(<Period />);
  typeUnreadable("To");
  expect(screen.queryByText(text)).not.toBeInTheDocument();
  fireEvent.blur(field("To"));
  expect(screen.getByText(text)).toBeInTheDocument();
});
