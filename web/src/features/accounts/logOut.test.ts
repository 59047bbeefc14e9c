import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browser, clearTokens, isLoggedIn, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { tokenFor } from "../../test/tokens.ts";
import { logOut } from "./logOut.ts";

const load = vi.fn<(path: string) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  browser.load = load;
  storeTokens({ authToken: tokenFor(), refreshToken: "refresh" });
  return () => {
    vi.useRealTimers();
    clearTokens();
  };
});
afterEach(() => load.mockClear());

test("logging out without a response from the server takes only seconds", async () => {
  const never = new Promise<Response>(() => {});
  const server = serverOf({ "POST /api/v1/auth/logout": () => never });
  vi.stubGlobal("fetch", server);
  const left = logOut();
  await vi.advanceTimersByTimeAsync(2000);
  expect(isLoggedIn()).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  await left;
  expect(isLoggedIn()).toBe(false);
  expect(load).toHaveBeenCalledExactlyOnceWith("/login");
  expect(server.mock.calls[0]?.[1]).toMatchObject({ keepalive: true });
});

test("logging out leaves once the server has ended the session", async () => {
  vi.stubGlobal(
    "fetch",
    serverOf({ "POST /api/v1/auth/logout": () => new Response(null, { status: 204 }) }),
  );
  await logOut();
  expect(load).toHaveBeenCalledExactlyOnceWith("/login");
});
