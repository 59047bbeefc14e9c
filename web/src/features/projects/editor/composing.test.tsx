import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import "../../../locales/en/editor.ts";
import { serverOf } from "../../../test/network.ts";
import { DocumentLinkForm } from "./DocumentLinkForm.tsx";
import { EditorProvider } from "./EditorContext.tsx";
import { HistorySection } from "./HistorySection.tsx";

/** Returns false if the key was taken for more than typing. */
const enter = (field: HTMLElement, how: { isComposing?: true; keyCode?: number } = {}) =>
  fireEvent.keyDown(field, { key: "Enter", ...how });

// Safari ends the composition before it reports the key.
const picks = [{ isComposing: true }, { keyCode: 229 }] as const;

test("Enter that only picks a word of an input method adds no link", async () => {
  const onAdd = vi.fn(async () => undefined);
  render(
    <MantineProvider>
      <DocumentLinkForm onAdd={onAdd} />
    </MantineProvider>,
  );
  const [name, url] = screen.getAllByRole("textbox");
  fireEvent.change(name!, { target: { value: "湿地" } });
  fireEvent.change(url!, { target: { value: "https://registry.verra.org/1" } });
  for (const pick of picks) enter(name!, pick);
  expect(onAdd).not.toHaveBeenCalled();
  enter(name!);
  await vi.waitFor(() => expect(onAdd).toHaveBeenCalledOnce());
});

test("Enter that only picks a word of an input method adds nothing to the history", async () => {
  const added = vi.fn(() => Response.json({ id: 7, changes: [] }));
  vi.stubGlobal("fetch", serverOf({ "POST /api/v1/management/projects/7/changes": added }));
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <EditorProvider value={{ projectId: 7, canWrite: true }}>
          <HistorySection changes={[]} onNoted={() => undefined} />
        </EditorProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const field = screen.getByRole("textbox");
  fireEvent.change(field, { target: { value: "湿地" } });
  for (const pick of picks) expect(enter(field, pick)).toBe(true);
  expect(enter(field)).toBe(false);
  await vi.waitFor(() => expect(added).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(field).toHaveValue(""));
});
