import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { RequestDrawer } from "./RequestDrawer.tsx";
import "../../../lib/i18n.ts";
import "../../../locales/en/management.ts";

// A text area that grows asks when fonts are loaded, which jsdom does not know.
Object.assign(document, { fonts: new EventTarget() });
const mine = {
  id: 7,
  topic: "Invoices",
  message: "Where is it?",
  status: "OPEN",
  createdAt: "2026-11-26T10:00:00Z",
  project: null,
  orderId: null,
  messages: [],
};
let now: { version: number; note: string | null; status?: string };
const saved = vi.fn<(body: unknown) => void>();
const server = serverOf({
  "GET /api/v1/management/support-requests/7": () => Response.json({ ...mine, ...now }),
  "PATCH /api/v1/management/support-requests/7": (_, init) => {
    const { version, ...change } = JSON.parse(String(init?.body)) as typeof now;
    saved({ version, ...change });
    const problem = { type: "", title: "", code: "VERSION_CONFLICT", detail: "Noor changed this." };
    if (version !== now.version) return Response.json({ ...problem, status: 409 }, { status: 409 });
    now = { ...now, ...change, version: version + 1 };
    return Response.json({ ...mine, ...now });
  },
});

beforeEach(() => {
  now = { version: 1, note: null };
  saved.mockClear();
  vi.stubGlobal("fetch", server);
  showPage(() => <RequestDrawer id="7" canWrite onClose={() => {}} />);
});
const note = () => screen.findByLabelText("Note");
/** A colleague writes a note, and the browser comes back to this page. */
function noteElsewhere() {
  now = { ...now, version: 2, note: "They were called" };
  fireEvent(window, new Event("visibilitychange"));
}

test("A colleague's note is shown, and stays when the request is marked done", async () => {
  await note();
  noteElsewhere();
  await expect.poll(async () => ((await note()) as HTMLTextAreaElement).value).toBe(now.note);
  fireEvent.click(screen.getByRole("button", { name: "Close request" }));
  await expect.poll(() => now.status).toBe("DONE");
  expect(now.note).toBe("They were called");
});

test("Over what was typed it is told first, and what was typed stays", async () => {
  fireEvent.change(await note(), { target: { value: "Asked the registry" } });
  noteElsewhere();
  await screen.findByText("They were called");
  fireEvent.click(screen.getByRole("button", { name: "Close request" }));
  expect(await screen.findByText("Noor changed this.")).toBeInTheDocument();
  expect(await note()).toHaveValue("Asked the registry");
  expect(now).toMatchObject({ version: 2, note: "They were called" });
  fireEvent.click(screen.getByRole("button", { name: "Close request" }));
  await expect.poll(() => now).toMatchObject({ status: "DONE", note: "Asked the registry" });
  expect(saved.mock.calls.map(([body]) => (body as typeof now).version)).toEqual([1, 2]);
});
