import { cleanup, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { storeTokens } from "../../../lib/session.ts";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { tokenFor } from "../../../test/tokens.ts";
import { RequestDrawer } from "./RequestDrawer.tsx";
import "../../../lib/i18n.ts";
import "../../../locales/en/management.ts";

// An autosize textarea waits for fonts to load, which jsdom does not support.
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
const sent = {
  id: 1,
  from: "OPERATOR",
  name: "Noor",
  text: "It is on its way",
  createdAt: "2026-11-26T11:00:00Z",
};
let now: { version: number; note: string | null; status?: string; orderId?: number };
const saved = vi.fn<(body: unknown) => void>();
const closed = vi.fn<() => void>();
const server = serverOf({
  "GET /api/v1/management/support-requests/7": () => Response.json({ ...mine, ...now }),
  "PATCH /api/v1/management/support-requests/7": (_, init) => {
    const { version, ...change } = JSON.parse(String(init?.body)) as typeof now;
    saved({ version, ...change });
    const problem = { type: "", title: "", code: "VERSION_CONFLICT", detail: "Noor changed this." };
    if (version !== now.version) return Response.json({ ...problem, status: 409 }, { status: 409 });
    now = { ...now, ...change, note: change.note?.trim() ?? null, version: version + 1 };
    return Response.json({ ...mine, ...now });
  },
  "POST /api/v1/management/support-requests/7/messages": () =>
    Response.json({ ...mine, ...now, version: 2, messages: [sent] }),
});

beforeEach(() => {
  now = { version: 1, note: null };
  saved.mockClear();
  vi.stubGlobal("fetch", server);
  closed.mockClear();
  showPage(() => <RequestDrawer id="7" canWrite around={undefined} onClose={closed} />);
});
/** Refetches after a save never complete. */
function pendingRefetch() {
  const isSaved = (init?: RequestInit) => init?.method !== undefined && init.method !== "GET";
  vi.stubGlobal("fetch", (...asked: Parameters<typeof server>) =>
    isSaved(asked[1]) ? server(...asked) : new Promise(() => {}),
  );
}
const note = () => screen.findByLabelText("Note");
/** A colleague writes a note, and the browser returns to this page. */
function recordElsewhere() {
  now = { ...now, version: 2, note: "They were called" };
  fireEvent(window, new Event("visibilitychange"));
}

test("A colleague's note is shown, and kept when the request is marked as done", async () => {
  await note();
  recordElsewhere();
  await expect.poll(async () => ((await note()) as HTMLTextAreaElement).value).toBe(now.note);
  fireEvent.click(screen.getByRole("button", { name: "Close request" }));
  await expect.poll(() => now.status).toBe("DONE");
  expect(now.note).toBe("They were called");
});

test("A colleague's note is reported before it is overwritten, and the input is kept", async () => {
  fireEvent.change(await note(), { target: { value: "Asked the registry" } });
  recordElsewhere();
  await screen.findByText("They were called");
  fireEvent.click(screen.getByRole("button", { name: "Close request" }));
  expect(await screen.findByText("Noor changed this.")).toBeInTheDocument();
  expect(await note()).toHaveValue("Asked the registry");
  expect(now).toMatchObject({ version: 2, note: "They were called" });
  fireEvent.click(screen.getByRole("button", { name: "Close request" }));
  await expect.poll(() => now).toMatchObject({ status: "DONE", note: "Asked the registry" });
  expect(saved.mock.calls.map(([body]) => (body as typeof now).version)).toEqual([1, 2]);
});

test("Sending an answer clears its field, even while the lists are being refetched", async () => {
  const answer = await screen.findByLabelText("Answer");
  fireEvent.change(answer, { target: { value: sent.text } });
  pendingRefetch();
  fireEvent.click(screen.getByRole("button", { name: "Send answer" }));
  await screen.findByText(sent.text, { selector: "p" });
  await expect.poll(() => (answer as HTMLTextAreaElement).value).toBe("");
});

test("A saved note needs no confirmation to close, even while the lists are being refetched", async () => {
  fireEvent.change(await note(), { target: { value: "Asked the registry " } });
  pendingRefetch();
  fireEvent.click(screen.getByRole("button", { name: "Save note" }));
  await screen.findByText("Asked the registry", { selector: "span" });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await expect.poll(() => closed.mock.calls.length).toBe(1);
});

test("Input during the save of the note is kept, and remains unsaved", async () => {
  const field = await note();
  fireEvent.change(field, { target: { value: "Asked the registry" } });
  fireEvent.click(screen.getByRole("button", { name: "Save note" }));
  fireEvent.change(field, { target: { value: "Asked the registry twice" } });
  await expect.poll(() => now.note).toBe("Asked the registry");
  await screen.findByText("Asked the registry", { selector: "span" });
  const save = screen.getByRole("button", { name: "Save note" });
  await expect.poll(() => save.getAttribute("aria-busy")).toBeNull();
  expect(field).toHaveValue("Asked the registry twice");
  fireEvent.click(screen.getByRole("button", { name: "Save note" }));
  await expect.poll(() => now).toMatchObject({ version: 3, note: "Asked the registry twice" });
});

test("The order of a request is a link for operators who may read orders", async () => {
  for (const permissions of [["users:read"], ["users:read", "orders:read"]]) {
    cleanup();
    now = { version: 1, note: null, orderId: 10117 };
    storeTokens({ authToken: tokenFor({ permissions }), refreshToken: "r" });
    showPage(() => <RequestDrawer id="7" canWrite={false} around={undefined} onClose={closed} />);
    await screen.findByText("10117");
    const links = screen.queryAllByRole("link", { name: "10117" });
    expect(links).toHaveLength(permissions.length - 1);
    // Who may only read requests is offered nothing to write or to change.
    expect(screen.queryAllByRole("textbox")).toEqual([]);
    expect(screen.getAllByRole("button")).toEqual([screen.getByRole("button", { name: "Close" })]);
  }
});

test("An answer whose response was lost is sent again as it was, though it has changed the request", async () => {
  const requests: unknown[] = [];
  vi.stubGlobal("fetch", (...asked: Parameters<typeof server>) => {
    const [url, init] = asked;
    if (init?.method !== "POST") return server(url, init);
    const { version } = JSON.parse(String(init.body)) as { version: number };
    requests.push([version, new Headers(init.headers).get("idempotency-key")]);
    now = { ...now, version: 2 };
    return requests.length === 1 ? Promise.reject(new TypeError("lost")) : server(url, init);
  });
  const field = await screen.findByLabelText(/^Answer/);
  fireEvent.change(field, { target: { value: "It is on its way" } });
  const send = () => fireEvent.click(screen.getByRole("button", { name: /^Send/ }));
  send();
  await screen.findByText(/cannot be reached/);
  send();
  expect(await screen.findByText("It is on its way")).toBeInTheDocument();
  expect(requests).toEqual([
    [1, expect.any(String)],
    [1, (requests as [number, string][])[0]![1]],
  ]);
});
