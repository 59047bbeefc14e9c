import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { tokenFor } from "../../test/tokens.ts";
import { SessionList } from "./SessionList.tsx";
import "../../locales/en/account.ts";

let open: string[];
let lastUsed: Record<string, string>;
const at = "2026-03-01T12:00:00Z";
const server = serverOf({
  "GET /api/v1/me/sessions": () =>
    Response.json({
      content: open.map((id) => ({
        id,
        browser: id.split(" ")[0],
        address: null,
        createdAt: at,
        seenAt: lastUsed[id] ?? at,
        current: id === "Firefox",
      })),
    }),
  "DELETE /api/v1/me/sessions/Chrome": () => {
    open = open.filter((id) => id !== "Chrome");
    return new Response(null, { status: 204 });
  },
  "DELETE /api/v1/me/sessions": () => {
    open = ["Firefox"];
    return new Response(null, { status: 204 });
  },
});

beforeEach(() => {
  lastUsed = {};
  open = ["Chrome", "Firefox", "Safari"];
  vi.stubGlobal("fetch", server);
  storeTokens({ authToken: tokenFor(), refreshToken: "refresh" });
});
afterEach(clearTokens);

function show() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <SessionList />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it("moves the focus to the next session when one is ended, or to the list if there are no others", async () => {
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole("button", { name: /Chrome/ }));
  await waitFor(() => expect(screen.queryByText("Chrome")).not.toBeInTheDocument());
  expect(screen.getByRole("button", { name: /Safari/ })).toHaveFocus();

  await user.click(screen.getByRole("button", { name: /all other/i }));
  await waitFor(() => expect(screen.queryByText("Safari")).not.toBeInTheDocument());
  expect(screen.getByRole("group")).toHaveFocus();
});

it("reports each of two sessions that could not be ended", async () => {
  const responses = {
    Chrome: Promise.withResolvers<Response>(),
    Safari: Promise.withResolvers<Response>(),
  };
  const others = { ...responses };
  vi.stubGlobal("fetch", (address: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(
      address instanceof Request ? address.url : address,
      "https://x.example",
    );
    const name = pathname.split("/").at(-1)!;
    return name in others ? others[name as keyof typeof others].promise : server(address, init);
  });
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole("button", { name: /Chrome/ }));
  await user.click(screen.getByRole("button", { name: /Safari/ }));
  const refused = (detail: string) =>
    Response.json(
      { type: "about:blank", title: "", status: 503, code: "UNAVAILABLE", detail },
      { status: 503 },
    );
  responses.Safari.resolve(refused("No"));
  responses.Chrome.resolve(refused("No"));
  await waitFor(() => expect(screen.getAllByRole("alert")).toHaveLength(2));
});

it("distinguishes two sessions of one browser, also in the names of their buttons", async () => {
  open = ["Firefox", "Chrome", "Chrome again"];
  lastUsed = { Chrome: "2026-03-02T09:00:00Z", "Chrome again": "2026-03-03T09:30:00Z" };
  show();
  const buttons = await screen.findAllByRole("button", { name: /of Chrome/ });
  expect(buttons.map(({ ariaLabel }) => ariaLabel)).toEqual([
    expect.stringMatching(/^End the session of Chrome, last used 2 Mar 2026, \d\d:\d\d$/),
    expect.stringMatching(/^End the session of Chrome, last used 3 Mar 2026, \d\d:\d\d$/),
  ]);
});

it("distinguishes two sessions of one browser within a minute by seconds, and no others", async () => {
  open = ["Firefox", "Chrome 1", "Chrome 2", "Safari"];
  lastUsed = { "Chrome 1": "2026-03-01T12:00:04Z", "Chrome 2": "2026-03-01T12:00:41Z" };
  show();
  const buttons = await screen.findAllByRole("button", { name: /^End the session of/ });
  expect(buttons.map((each) => each.getAttribute("aria-label"))).toEqual([
    expect.stringMatching(/Chrome, .*:\d\d:04$/),
    expect.stringMatching(/Chrome, .*:\d\d:41$/),
    expect.stringMatching(/Safari, .* \d\d:\d\d$/),
  ]);
  // Likewise in the visible text of the rows.
  const exact = screen.getAllByText(/^\d\d:\d\d:(04|41)$/);
  expect(exact.map((each) => each.textContent.slice(-2)).toSorted()).toEqual(["04", "41"]);
});
