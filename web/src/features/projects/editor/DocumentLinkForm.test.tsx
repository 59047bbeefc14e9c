import { MantineProvider } from "@mantine/core";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import "../../../lib/i18n.ts";
import "../../../locales/en/editor.ts";
import { Unsaved } from "../../../ui/unsaved.ts";
import { DocumentLinkForm } from "./DocumentLinkForm.tsx";

it("guards what was typed until it is added, and adds it once, however often Enter is pressed", async () => {
  const stored = Promise.withResolvers<void>();
  const onAdd = vi.fn(() => stored.promise);
  const unsaved = { current: 0 };
  render(
    <MantineProvider env="test">
      <Unsaved value={unsaved}>
        <DocumentLinkForm onAdd={onAdd} />
      </Unsaved>
    </MantineProvider>,
  );
  const [name, url] = screen.getAllByRole("textbox");
  await userEvent.type(name!, "Audit");
  expect(unsaved.current).toBe(1);
  await userEvent.type(url!, "https://registry.example/audit.pdf{Enter}{Enter}");
  expect(onAdd).toHaveBeenCalledTimes(1);
  await act(async () => stored.resolve());
  expect(name).toHaveValue("");
  expect(unsaved.current).toBe(0);
});
