import { login } from "@tonneline/contract/accounts";
import { endpoint, noContent } from "@tonneline/contract/endpoint";
import { beforeEach, describe, expect, it, onTestFinished, vi, type MockInstance } from "vitest";
import { z } from "zod";
import { startSession } from "../app/startSession.ts";
import { tokenFor } from "../test/tokens.ts";
import {
  call,
  download,
  downloadCsv,
  endsSession,
  fieldErrorsOf,
  isRefusal,
  refreshTokens,
  refusalText,
  Unreachable,
} from "./api.ts";
import {
  browser,
  currentUser,
  clearTokens,
  isLoggedIn,
  storeTokens,
  useTokens,
} from "./session.ts";

const things = endpoint({
  method: "GET",
  path: "/things/:id",
  access: "admitted",
  summary: "Things",
  params: z.object({ id: z.string() }),
  query: z.object({ country: z.array(z.string()).optional(), q: z.string().optional() }),
  response: z.object({ name: z.string() }),
});
const change = endpoint({
  method: "POST",
  path: "/things",
  access: "admitted",
  summary: "Change",
  body: z.object({ name: z.string() }),
  response: noContent,
  idempotent: true,
});
const request = { params: { id: "a/b" }, query: { country: ["DE", "FR"], q: undefined } };

interface Seen {
  url: string;
  accept: string | null;
  authorization: string | null;
  key: string | null;
  body: unknown;
}
const seen: Seen[] = [];
let answer: (url: string) => Response | Promise<Response>;

const json = (value: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(value), { status, headers });
const refused = (code: string, status: number, more: object = {}, headers = {}) =>
  json({ type: "x", title: code, status, code, detail: `${code}.`, ...more }, status, headers);
const fresh = () => json({ authToken: tokenFor({ expiresIn: 902 }), refreshToken: "second" });
const refreshes = () => seen.filter(({ url }) => url.endsWith("/auth/refresh"));

let load: MockInstance<(typeof browser)["load"]>;
/** The login page, with the notice that the session has ended and the way back. */
const ended = "/login?ended=true&next=%2Fcart%3Fcountry%3DDE";

beforeEach(() => {
  seen.length = 0;
  window.history.replaceState(null, "", "/cart?country=DE");
  load = vi.spyOn(browser, "load").mockReturnValue();
  answer = (url) => (url.endsWith("/auth/refresh") ? fresh() : json({ name: "One" }));
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    seen.push({
      url,
      accept: headers.get("accept"),
      authorization: headers.get("authorization"),
      key: headers.get("idempotency-key"),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    });
    init.signal?.throwIfAborted();
    return answer(url);
  });
  storeTokens({ authToken: tokenFor(), refreshToken: "first" });
});

describe("a call", () => {
  it("fills the path, repeats lists in the query and carries the access token", async () => {
    await expect(call(things, request)).resolves.toEqual({ name: "One" });
    expect(seen).toEqual([
      {
        url: "/api/v1/things/a%2Fb?country=DE&country=FR",
        authorization: `Bearer ${useTokens.getState().authToken}`,
        accept: null,
        key: null,
        body: undefined,
      },
    ]);
  });

  it("sends its body as JSON, with its idempotency key", async () => {
    answer = () => new Response(null, { status: 204 });
    const sent = call(change, { body: { name: "Two" } }, { idempotencyKey: "k1" });
    await expect(sent).resolves.toBeUndefined();
    expect(seen[0]).toMatchObject({ key: "k1", body: { name: "Two" } });
  });

  it("that is refused throws the code, the text, the fields and the time to wait", async () => {
    const fieldErrors = [{ path: "name", message: "Too short" }];
    answer = () => refused("RATE_LIMITED", 429, { fieldErrors }, { "retry-after": "12" });
    const error: unknown = await call(things, request).catch((thrown: unknown) => thrown);
    expect(isRefusal(error, "RATE_LIMITED") && error.retryAfterSeconds).toBe(12);
    expect(refusalText(error)).toBe("RATE_LIMITED.");
    expect(fieldErrorsOf(error)).toEqual(fieldErrors);
    expect(isLoggedIn()).toBe(true);
  });

  it.each([
    ["no connection", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["a proxy's page", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ["a proxy's refusal", () => new Response("<h1>Unavailable</h1>", { status: 503 })],
    ["a proxy's impatience", () => new Response("<h1>Gateway timeout</h1>", { status: 504 })],
    ["half an answer", () => new Response('{"na')],
  ])("that gets %s is Unreachable", async (_, broken) => {
    answer = broken;
    await expect(call(things, request)).rejects.toBeInstanceOf(Unreachable);
  });

  it("that fails while its page is being left reports so only if the page stays", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    answer = () => Promise.reject(new TypeError("NetworkError when attempting to fetch resource."));
    window.dispatchEvent(new Event("beforeunload"));
    const onError = vi.fn<(error: unknown) => void>();
    void call(things, request).catch(onError);
    await vi.advanceTimersByTimeAsync(1900);
    expect(onError).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(onError.mock.calls).toEqual([[expect.any(Unreachable)]]);
    void call(things, request).catch(onError);
    await vi.advanceTimersByTimeAsync(0);
    expect(onError).toHaveBeenCalledTimes(2);

    answer = () => new Response('{"na');
    window.dispatchEvent(new Event("beforeunload"));
    void call(things, request).catch(onError);
    await vi.advanceTimersByTimeAsync(1900);
    expect(onError).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(onError).toHaveBeenCalledTimes(3);
  });

  it("that fails on a page whose user has logged out is never reported", async () => {
    vi.resetModules();
    const [again, session] = await Promise.all([import("./api.ts"), import("./session.ts")]);
    vi.spyOn(session.browser, "load").mockReturnValue();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const onError = vi.fn<(error: unknown) => void>();
    let breakOff!: (error: unknown) => void;
    answer = () => new Promise((_, reject) => (breakOff = reject));
    void again.call(things, request).catch(onError);
    await vi.advanceTimersByTimeAsync(0);
    session.leave();
    window.dispatchEvent(new Event("beforeunload"));
    breakOff(new TypeError("NetworkError when attempting to fetch resource."));
    await vi.advanceTimersByTimeAsync(5000);
    expect(onError).not.toHaveBeenCalled();
  });

  it.each([
    ["a page of the server itself", () => new Response("<h1>Oops</h1>", { status: 500 })],
    ["a problem of another kind", () => Response.json({ error: "no" }, { status: 418 })],
  ])("that gets %s shows a generic error, and does not end the session", async (_, broken) => {
    answer = broken;
    const error: unknown = await call(things, request).catch((thrown: unknown) => thrown);
    expect(refusalText(error)).toBe("Something went wrong. Please try again later.");
    expect(endsSession(error)).toBe(false);
  });

  it("that a proxy rejects for its size says so", async () => {
    answer = () => new Response("<h1>413 Request Entity Too Large</h1>", { status: 413 });
    const error: unknown = await call(things, request).catch((thrown: unknown) => thrown);
    expect(refusalText(error)).toBe("This is larger than what is let through to the server.");
  });

  it("that is aborted logs a warning and throws the signal's reason", async () => {
    const warn = vi.mocked(console.warn).mockReturnValue();
    const leaving = new AbortController();
    const { signal } = leaving;
    // The first time in the middle of the response.
    const json = () => {
      leaving.abort(new Error("left the page"));
      return Promise.reject(signal.reason as Error);
    };
    answer = () => Object.assign(new Response(), { json });
    for (let times = 0; times < 2; times++)
      await expect(call(things, request, { signal })).rejects.toThrow("left the page");
    const canceled = ["Canceled: GET /things/:id"];
    expect(warn.mock.calls).toEqual([canceled, canceled]);
    warn.mockClear();
  });

  it("to the auth service that fails is logged and rethrown", async () => {
    const log = vi.mocked(console.error).mockReturnValue();
    answer = () => refused("INVALID_PASSWORD", 401);
    const body = { username: "ilse@brennvik.example", password: "not this one" };
    const error: unknown = await call(login, { body }).catch((thrown: unknown) => thrown);
    expect(isRefusal(error, "INVALID_PASSWORD")).toBe(true);
    expect(log.mock.calls).toEqual([["Failed: POST /auth/login", error]]);
    log.mockClear();
  });

  it("answered with 401 ends the session and loads the login page, which leads back", async () => {
    answer = () => refused("UNAUTHENTICATED", 401);
    await expect(call(things, request)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(isLoggedIn()).toBe(false);
    expect(load).toHaveBeenCalledWith(ended);
  });

  it("answered with 401 loads the login page only once, however many are in flight", async () => {
    answer = () => refused("UNAUTHENTICATED", 401);
    const failed = await Promise.allSettled([call(things, request), call(things, request)]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(call(things, request)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(load).toHaveBeenCalledOnce();
  });
});

describe("a permission revoked while a page is open", () => {
  const granted = endpoint({ ...things, access: "orders:write" });
  const hold = (permissions: string[]) =>
    storeTokens({ authToken: tokenFor({ permissions }), refreshToken: "first" });
  beforeEach(() => {
    answer = (url) => (url.endsWith("/auth/refresh") ? fresh() : refused("FORBIDDEN", 403));
  });

  it("is removed from the page with the first refusal, without further refreshes", async () => {
    hold(["orders:write"]);
    await expect(call(granted, request)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect.poll(() => currentUser()?.permissions.has("orders:write")).toBe(false);
    await expect(call(granted, request)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(refreshes()).toHaveLength(1);
  });

  it("triggers no refresh if the page never had it", async () => {
    hold(["orders:read"]);
    await expect(call(granted, request)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(refreshes()).toEqual([]);
  });
});

it("A second factor that has become required leads to its page once, and not from there", async () => {
  answer = () => refused("SECOND_FACTOR_NEEDED", 403);
  for (const needsSecondFactor of [undefined, true as const]) {
    const authToken = tokenFor(needsSecondFactor ? { needsSecondFactor } : {});
    storeTokens({ authToken, refreshToken: "first" });
    await expect(call(things, request)).rejects.toMatchObject({ code: "SECOND_FACTOR_NEEDED" });
    expect(load.mock.calls).toEqual([["/"]]);
  }
});

it("A download, of a list as CSV, is Unreachable if its connection breaks in the middle of the file", async () => {
  const blob = () => Promise.reject(new TypeError("network error"));
  answer = () => Object.assign(new Response(), { blob });
  const list = endpoint({ ...things, csv: true });
  const broken = expect.any(Unreachable);
  await expect(download(things, request, "things.pdf")).rejects.toEqual(broken);
  await expect(downloadCsv(list, request, "things.csv")).rejects.toEqual(broken);
  expect(seen.map(({ accept }) => accept)).toEqual([null, "text/csv"]);
});

/** Returns the number of logged refresh failures, and clears the log, which must contain nothing else. */
function loggedRefreshes(): number {
  const log = vi.mocked(console.error);
  const failed = log.mock.calls.filter(([text]) => text === "Failed: POST /auth/refresh").length;
  expect(log.mock.calls).toHaveLength(failed);
  log.mockClear();
  return failed;
}

describe("an expired access token", () => {
  beforeEach(() => storeTokens({ authToken: tokenFor({ expiresIn: 1 }), refreshToken: "first" }));

  it("is refreshed once for many calls", async () => {
    await Promise.all([call(things, request), call(things, request), call(things, request)]);
    expect(refreshes()).toEqual([
      expect.objectContaining({ body: { refreshToken: "first" }, authorization: null }),
    ]);
    expect(useTokens.getState().refreshToken).toBe("second");
    const bearer = `Bearer ${useTokens.getState().authToken}`;
    expect(seen.slice(1).map(({ authorization }) => authorization)).toEqual([
      bearer,
      bearer,
      bearer,
    ]);
  });

  it("is not refreshed if another tab has done so", async () => {
    const state = { authToken: tokenFor({ expiresIn: 903 }), refreshToken: "theirs" };
    localStorage.setItem("auth-storage", JSON.stringify({ state, version: 0 }));
    await call(things, request);
    expect(refreshes()).toEqual([]);
    expect(seen[0]?.authorization).toBe(`Bearer ${state.authToken}`);
  });

  it("is not refreshed while another tab is doing so", async () => {
    const done = Promise.withResolvers<void>();
    const locks = {
      request: async (_: string, work: () => Promise<void>) => {
        await done.promise;
        await work();
      },
    };
    Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, "locks"));
    const sent = call(things, request);
    await new Promise((turn) => setTimeout(turn));
    expect(seen).toEqual([]);
    const state = { authToken: tokenFor({ expiresIn: 903 }), refreshToken: "theirs" };
    localStorage.setItem("auth-storage", JSON.stringify({ state, version: 0 }));
    done.resolve();
    await sent;
    expect(refreshes()).toEqual([]);
  });

  it("is not refreshed at the start either if another tab has done so", async () => {
    const state = { authToken: tokenFor({ expiresIn: 903 }), refreshToken: "theirs" };
    localStorage.setItem("auth-storage", JSON.stringify({ state, version: 0 }));
    expect(await refreshTokens(true)).toBe(state.authToken);
    expect(refreshes()).toEqual([]);
  });

  it("ends the session if it can no longer be refreshed", async () => {
    vi.mocked(console.error).mockReturnValue();
    answer = () => refused("TOKEN_EXPIRED", 400);
    await expect(call(things, request)).rejects.toMatchObject({ code: "TOKEN_EXPIRED" });
    expect(load).toHaveBeenCalledWith(ended);
    expect(isLoggedIn()).toBe(false);
    expect(loggedRefreshes()).toBe(1);
  });

  it("ends the session if its replacement is unreadable", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    answer = () => json({ authToken: "a.b.c", refreshToken: "second" });
    await expect(call(things, request)).rejects.toThrow("Invalid JWT token");
    expect(load).toHaveBeenCalledWith(ended);
    expect(isLoggedIn()).toBe(false);
    logged.mockReset();
  });

  it.each([
    ["busy", () => refused("RATE_LIMITED", 429)],
    ["broken", () => refused("INTERNAL", 500)],
    ["away", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("keeps the session while the server is %s", async (_, trouble) => {
    vi.mocked(console.error).mockReturnValue();
    answer = trouble;
    await expect(call(things, request)).rejects.toThrow();
    expect(isLoggedIn()).toBe(true);
    expect(load).not.toHaveBeenCalled();
    expect(loggedRefreshes()).toBe(1);
  });
});

describe("the start", () => {
  it("refreshes the tokens of a logged-in user, even valid ones", async () => {
    await startSession();
    expect(refreshes()).toHaveLength(1);
    expect(useTokens.getState().refreshToken).toBe("second");
  });

  it("sends nothing when nobody is logged in", async () => {
    clearTokens();
    await startSession();
    expect(seen).toEqual([]);
  });

  it("logs out silently when the refresh is refused", async () => {
    vi.mocked(console.error).mockReturnValue();
    answer = () => refused("INVALID_TOKEN", 400);
    await startSession();
    expect(isLoggedIn()).toBe(false);
    expect(load).not.toHaveBeenCalled();
    expect(loggedRefreshes()).toBe(1);
  });
});

it("sends nothing on behalf of another user who has logged in, while the page is still open", async () => {
  const reload = vi.spyOn(browser, "reload").mockReturnValue();
  storeTokens({ authToken: tokenFor({ expiresIn: 1 }), refreshToken: "first" });
  const state = { authToken: tokenFor({ username: "other@demo.example" }), refreshToken: "theirs" };
  localStorage.setItem("auth-storage", JSON.stringify({ state, version: 0 }));
  await expect(call(change, { body: { name: "typed" } })).rejects.toThrow();
  expect(reload).toHaveBeenCalled();
  await expect(call(change, { body: { name: "typed" } })).rejects.toThrow();
  expect(seen).toEqual([]);
  expect(useTokens.getState().refreshToken).toBe("theirs");
});
