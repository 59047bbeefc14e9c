import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import "../../../locales/en/editor.ts";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { EditorProvider } from "./EditorContext.tsx";
import { HistorySection } from "./HistorySection.tsx";

it("keeps what is typed while an entry is being added", async () => {
  const stored = Promise.withResolvers<Response>();
  const server = serverOf({ "POST /api/v1/management/projects/7/changes": () => stored.promise });
  vi.stubGlobal("fetch", server);
  const onNoted = vi.fn<() => void>();
  showPage(() => (
    <EditorProvider value={{ projectId: 7, canWrite: true }}>
      <HistorySection changes={[]} onNoted={onNoted} />
    </EditorProvider>
  ));
  const field = await screen.findByRole("textbox");
  await userEvent.type(field, "Audited.{Enter} Next");
  stored.resolve(Response.json({ id: 7 }));
  await expect.poll(() => onNoted.mock.calls.length).toBe(1);
  expect(field).toHaveValue("Audited. Next");
});
