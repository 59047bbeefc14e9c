import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { BusyButton } from "./BusyButton.tsx";

const onSubmit = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault());
beforeEach(() => {
  onSubmit.mockClear();
});

function form(busy: boolean, disabled = false) {
  return (
    <MantineProvider env="test">
      <form onSubmit={onSubmit}>
        <input aria-label="Name" />
        <BusyButton type="submit" busy={busy} disabled={disabled}>
          Save
        </BusyButton>
      </form>
    </MantineProvider>
  );
}

it("acts once: while busy, neither a click nor Enter submits again, and the focus stays", async () => {
  const user = userEvent.setup();
  const { rerender } = render(form(false));
  const button = screen.getByRole("button", { name: "Save" });
  await user.click(button);
  expect(onSubmit).toHaveBeenCalledTimes(1);

  rerender(form(true));
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-busy", "true");
  await user.click(button);
  await user.type(screen.getByLabelText("Name"), "x{Enter}");
  expect(onSubmit).toHaveBeenCalledTimes(1);

  rerender(form(false));
  expect(button).not.toHaveAttribute("aria-busy");
  await user.click(button);
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

it("leaves the focus in a field until it is clicked: the field's error would move it away", async () => {
  const user = userEvent.setup();
  render(form(false));
  const button = screen.getByRole("button", { name: "Save" });
  const field = screen.getByLabelText("Name");
  await user.click(field);
  await user.pointer({ keys: "[MouseLeft>]", target: button });
  expect(field).toHaveFocus();
  await user.pointer({ keys: "[/MouseLeft]", target: button });
  expect(button).toHaveFocus();
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it("acts once on a double click, even if it is not busy yet at the second", async () => {
  render(form(false));
  await userEvent.dblClick(screen.getByRole("button", { name: "Save" }));
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it("keeps the focus when there is nothing left to save, and does not submit then", async () => {
  const user = userEvent.setup();
  const { rerender } = render(form(false));
  const button = screen.getByRole("button", { name: "Save" });
  button.focus();
  rerender(form(false, true));
  expect(button).toHaveFocus();
  expect(button).not.toHaveAttribute("disabled");
  expect(button).toHaveAttribute("aria-disabled", "true");
  await user.click(button);
  await user.keyboard("{Enter}");
  await user.type(screen.getByLabelText("Name"), "x{Enter}");
  expect(onSubmit).not.toHaveBeenCalled();
});
