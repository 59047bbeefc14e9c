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
      {isOpen && <KeySheet actions={[]} onClose={() => setOpen(false)} />}
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
