import { MantineProvider } from "@mantine/core";
import { focusManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { useDialog } from "../../lib/dialogs.ts";
import {
  browser,
  clearTokens,
  currentUser,
  isLoggedIn,
  storeTokens,
  useTokens,
} from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { tokenFor } from "../../test/tokens.ts";
import { NotificationsPanel } from "./NotificationsPanel.tsx";
import { closeNotifications, openNotifications } from "./panel.ts";

interface Row {
  id: number;
  code: string;
  occuredAt: string;
  read: boolean;
  facts: object;
}
const row = (id: number, read: boolean, code = "order.created"): Row => ({
  id,
  code,
  read,
  // The larger the id, the later it happened.
  occuredAt: new Date(Date.UTC(2026, 2, 1) + id * 60_000).toISOString(),
  facts: { orderId: 10_000 + id, total: 5 },
});

/** The server's rows, served through its actual calls. */
let rows: Row[];
let broken: boolean;
const failed = () => Response.json({}, { status: 502 });

function mark({ searchParams }: URL): Response {
  if (broken) return failed();
  const id = searchParams.get("notificationId");
  const upTo = Number(searchParams.get("upTo") ?? Infinity);
  rows = rows.map((each) =>
    (id === null ? each.id <= upTo : each.id === Number(id)) ? { ...each, read: true } : each,
  );
  return new Response(null, { status: 204 });
}

function list({ searchParams }: URL): Response {
  if (broken) return failed();
  const [page, size] = [Number(searchParams.get("page")), Number(searchParams.get("size"))];
  const found = rows
    .filter(({ read }) => String(read) === searchParams.get("read"))
    .toSorted((a, b) => b.id - a.id);
  const content = found.slice(page * size, (page + 1) * size);
  const last = (page + 1) * size >= found.length;
  return Response.json({ content, last, totalElements: found.length, page, size });
}

const server = serverOf({
  "GET /api/v1/me/notifications": list,
  "POST /api/v1/me/notifications/read": mark,
});
const requestsMatching = (query: RegExp) =>
  server.mock.calls.map(([address]) => String(address)).filter((address) => query.test(address));

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute({ component: NotificationsPanel });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  act(openNotifications);
}
const section = (name: RegExp) => screen.findByRole("region", { name });
const items = async (name: RegExp) => within(await section(name)).queryAllByRole("listitem");
const titles = async (name: RegExp) =>
  (await items(name)).map((item) => /Order (\d+)/.exec(item.textContent ?? "")?.[1]);

/** Returns the button, once there is something to mark. */
async function markAll(): Promise<HTMLElement> {
  const button = await screen.findByRole("button", { name: "Mark all as read" });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
}

beforeEach(() => {
  rows = [];
  broken = false;
  server.mockClear();
  vi.stubGlobal("fetch", server);
  vi.stubGlobal("scrollTo", () => {});
  storeTokens({ authToken: tokenFor(), refreshToken: "refresh" });
});
afterEach(() => {
  act(closeNotifications);
  clearTokens();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

describe("the panel", () => {
  it.each([
    ["orders:read", 1],
    ["projects:read", 0],
  ])("links to a note for a role with %s in %i places", async (permission, links) => {
    storeTokens({ authToken: tokenFor({ permissions: [permission] }), refreshToken: "refresh" });
    const facts = { person: "noor@demo.example", recordType: "order", recordId: 7 };
    rows = [{ ...row(1, false, "record.mentioned"), facts }];
    open();
    await screen.findByText(/order 7/);
    expect(screen.queryAllByRole("link", { name: "Read the note" })).toHaveLength(links);
  });

  it("shows when there are none", async () => {
    open();
    expect(await screen.findByText("No unread notifications")).toBeInTheDocument();
    expect(await screen.findByText("No read notifications")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Mark all as read" })).toBeDisabled();
  });

  it("leaves notifications unread that arrived after those shown", async () => {
    rows = [row(1, false), row(2, false)];
    open();
    const button = await markAll();
    rows = [...rows, row(3, false)];
    fireEvent.click(button);
    await waitFor(async () => expect(await items(/^Read/)).toHaveLength(2));
    expect(rows.filter(({ read }) => !read).map(({ id }) => id)).toEqual([3]);
  });

  it("keeps the focus on the button for more, and moves it to the first item of the last page", async () => {
    rows = Array.from({ length: 45 }, (_, index) => row(index + 1, true));
    open();
    const more = await screen.findByRole("button", { name: "Load more" });
    more.focus();
    fireEvent.click(more);
    await waitFor(async () => expect(await items(/^Read/)).toHaveLength(40));
    expect(more).toHaveFocus();
    fireEvent.click(more);
    await waitFor(() => expect(more).not.toBeInTheDocument());
    expect((await items(/^Read/))[40]).toHaveFocus();
  });

  it("keeps the focus after a retry", async () => {
    const log = vi.mocked(console.error).mockImplementation(() => {});
    rows = [row(1, true)];
    broken = true;
    open();
    const read = await section(/^Read/);
    const again = await within(read).findByRole("button", { name: "Try again" });
    broken = false;
    again.focus();
    fireEvent.click(again);
    await waitFor(() => expect(again).not.toBeInTheDocument());
    await waitFor(() => expect(read).toHaveFocus());
    log.mockClear();
  });

  it("requests all unread ones at once and the read ones page by page", async () => {
    rows = Array.from({ length: 45 }, (_, index) => row(index + 1, true));
    open();
    fireEvent.click(await screen.findByRole("button", { name: "Load more" }));
    await waitFor(async () => expect(await items(/^Read/)).toHaveLength(40));
    fireEvent.click(screen.getByRole("button", { name: "Load more" }));
    await waitFor(async () => expect(await items(/^Read/)).toHaveLength(45));
    expect(screen.queryByRole("button", { name: "Load more" })).not.toBeInTheDocument();
    expect(requestsMatching(/read=false/)[0]).toContain("page=0&size=2147483647");
    expect(requestsMatching(/read=true/).map((address) => /page=(\d+)/.exec(address)?.[1])).toEqual(
      ["0", "1", "2"],
    );
    expect((await titles(/^Read/)).slice(0, 2)).toEqual(["10045", "10044"]);
  });

  it("marks one as read, and sorts it into the read ones by time", async () => {
    rows = [row(1, true), row(2, false), row(3, true), row(4, false)];
    open();
    fireEvent.click(
      await screen.findByRole("button", { name: "Mark as read: Order 10002 is placed" }),
    );
    await waitFor(async () => expect(await titles(/^Unread/)).toEqual(["10004"]));
    expect(await titles(/^Read/)).toEqual(["10003", "10002", "10001"]);
    expect(requestsMatching(/notifications\/read/)).toEqual([
      "/api/v1/me/notifications/read?notificationId=2",
    ]);
  });

  it("marks all as read", async () => {
    rows = [row(1, false), row(2, false)];
    open();
    fireEvent.click(await markAll());
    expect(await screen.findByText("No unread notifications")).toBeInTheDocument();
    expect(await titles(/^Read/)).toEqual(["10002", "10001"]);
    expect(requestsMatching(/notifications\/read/)).toEqual([
      "/api/v1/me/notifications/read?upTo=2",
    ]);
  });

  it("moves the focus to the next one after marking, and finally to the heading", async () => {
    rows = [row(1, false), row(2, false), row(3, false)];
    open();
    const button = (number: number) =>
      screen.findByRole("button", { name: `Mark as read: Order 1000${number} is placed` });
    const press = async (number: number) => {
      const pressed = await button(number);
      pressed.focus();
      fireEvent.click(pressed);
      await waitFor(async () => expect(await titles(/^Unread/)).not.toContain(`1000${number}`));
    };
    await press(2);
    expect(await button(1)).toHaveFocus();
    await press(1);
    expect(await button(3)).toHaveFocus();
    await press(3);
    expect(screen.getByRole("heading", { name: "Unread" })).toHaveFocus();
  });

  it("moves the focus to the heading when all are marked", async () => {
    rows = [row(1, false), row(2, false)];
    open();
    const all = await markAll();
    all.focus();
    fireEvent.click(all);
    expect(await screen.findByText("No unread notifications")).toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "Unread" })).toHaveFocus();
  });

  it("reports when marking failed, and keeps them unread", async () => {
    rows = [row(1, false)];
    open();
    const all = await markAll();
    broken = true;
    fireEvent.click(all);
    expect(await screen.findByRole("alert")).toHaveTextContent("could not be marked");
    expect(await titles(/^Unread/)).toEqual(["10001"]);
  });

  it("reports an unknown code once, and neither renders nor counts it", async () => {
    const log = vi.mocked(console.error).mockImplementation(() => {});
    rows = [row(1, false, "moon.landed"), row(2, false), row(3, true, "moon.landed")];
    open();
    await waitFor(async () => expect(await items(/^Unread/)).toHaveLength(1));
    expect(screen.getByRole("heading", { name: "Unread 1" })).toBeInTheDocument();
    expect(await screen.findByText("No read notifications")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: /^Mark as read/ }));
    expect(await screen.findByText("No unread notifications")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Mark all as read" })).toBeDisabled();
    const unknown = ["Error: Unknown notification code", { code: "moon.landed" }];
    expect(log.mock.calls.map(([error, facts]) => [String(error), facts])).toEqual([
      unknown,
      unknown,
    ]);
    log.mockClear();
  });

  it("logs and reports a failed fetch, shows the error, and retries on request", async () => {
    const log = vi.mocked(console.error).mockImplementation(() => {});
    broken = true;
    open();
    const unread = await section(/^Unread/);
    const again = await within(unread).findByRole("button", { name: "Try again" });
    expect(unread).toHaveTextContent("Notifications could not be loaded.");
    expect(log.mock.calls.map(([, facts]) => facts)).toContainEqual({
      call: "GET /me/notifications",
    });
    log.mockClear();
    broken = false;
    rows = [row(1, false)];
    fireEvent.click(again);
    await waitFor(async () => expect(await titles(/^Unread/)).toEqual(["10001"]));
  });

  it("leads from a changed password to support", async () => {
    rows = [row(1, false, "user.password.changed")];
    open();
    fireEvent.click(await screen.findByRole("button", { name: "Contact support" }));
    expect(useDialog.getState().opened).toEqual({ type: "support" });
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    useDialog.setState({ opened: undefined });
  });
});

describe("the poll for unread ones", () => {
  const polls = () => requestsMatching(/read=false/).length;
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it("ends with the session without an error, even if its page stays open", async () => {
    vi.spyOn(browser, "load").mockReturnValue();
    const problem = { code: "UNAUTHENTICATED", status: 401, detail: "Log in" };
    const ended = serverOf({
      "GET /api/v1/me/notifications": () => Response.json(problem, { status: 401 }),
    });
    vi.stubGlobal("fetch", ended);
    open();
    await wait(100);
    expect(isLoggedIn()).toBe(false);
    const before = ended.mock.calls.length;
    await wait(30_000);
    expect(ended.mock.calls).toHaveLength(before);
    expect(vi.mocked(console.error).mock.calls).toEqual([]);
  });

  it.each([
    ["reloads the app if the user's role has become Anonymous", "Anonymous", [["/"]]],
    ["stays on the page if the role is still another one", "User", []],
  ])("when refused, %s", async (_title, roleName, led) => {
    const load = vi.spyOn(browser, "load").mockReturnValue();
    load.mockClear();
    const problem = { code: "FORBIDDEN", status: 403, detail: "Not allowed" };
    const pair = { authToken: tokenFor({ roleName }), refreshToken: "second" };
    const refusing = serverOf({
      "GET /api/v1/me/notifications": () => Response.json(problem, { status: 403 }),
      "POST /api/v1/auth/refresh": () => Response.json(pair),
    });
    vi.stubGlobal("fetch", refusing);
    open();
    await waitFor(() => expect(currentUser()?.roleName).toBe(roleName));
    await waitFor(() => expect(useTokens.getState().refreshToken).toBe("second"));
    await wait(100);
    expect(load.mock.calls).toEqual(led);
    vi.mocked(console.error).mockClear();
  });

  it("runs every 10 seconds, pauses while the tab is hidden, and resumes when it is visible", async () => {
    open();
    await wait(100);
    expect(polls()).toBe(1);
    await wait(10_000);
    expect(polls()).toBe(2);
    await wait(10_000);
    expect(polls()).toBe(3);
    act(() => focusManager.setFocused(false));
    await wait(120_000);
    expect(polls()).toBe(3);
    act(() => focusManager.setFocused(true));
    await wait(10_000);
    expect(polls()).toBeGreaterThan(3);
  });

  it("backs off while the server fails, and recovers once it answers", async () => {
    const log = vi.mocked(console.error).mockImplementation(() => {});
    broken = true;
    open();
    await wait(100);
    expect(polls()).toBe(1);
    // 20 s after the first failure, 40 s after the second.
    await wait(10_000);
    expect(polls()).toBe(1);
    await wait(10_000);
    expect(polls()).toBe(2);
    await wait(30_000);
    expect(polls()).toBe(2);
    broken = false;
    await wait(10_000);
    expect(polls()).toBe(3);
    await wait(10_000);
    expect(polls()).toBe(4);
    log.mockClear();
  });
});
