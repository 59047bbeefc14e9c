import { isRedirect } from "@tanstack/react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { serverOf } from "../test/network.ts";
import { resetLink, verifyLink } from "./mailedLinks.ts";

/** Returns where a link redirects to; undefined if its page is shown. */
async function redirectOf(look: () => unknown) {
  try {
    await look();
    return undefined;
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    const { to, state, replace } = thrown.options;
    return { to, state, replace };
  }
}

describe("a reset link", () => {
  const nowMs = 1_790_000_000_000;
  let answer: () => Promise<Response>;
  const server = serverOf({ "HEAD /": () => answer() });
  const respondWithTime = (at: number) => async () =>
    new Response(null, { headers: { date: new Date(at).toUTCString() } });
  beforeEach(() => {
    vi.useFakeTimers({ now: nowMs, toFake: ["Date"] });
    vi.stubGlobal("fetch", server.mockClear());
    answer = respondWithTime(nowMs);
  });
  afterEach(() => vi.useRealTimers());
  const open = (search: Record<string, unknown>) => redirectOf(() => resetLink({ search }));
  const expired = { to: "/password-reset/expired", replace: true };

  test("with a token and time left shows its page", async () => {
    expect(await open({ token: "t", expireAt: String(nowMs + 1) })).toBeUndefined();
  });

  test.each([{}, { token: "" }, { token: ["a", "b"] }])(
    "without a token (%j) redirects to the error page",
    async (search) => {
      expect(await open({ ...search, expireAt: String(nowMs + 1) })).toEqual({
        to: "/error",
        state: { message: "Invalid password reset link" },
        replace: true,
      });
    },
  );

  test.each([undefined, "", "0", String(nowMs), "soon", "-1", "1e99", "Infinity"])(
    "that expires at %j is expired",
    async (expireAt) => {
      expect(await open({ token: "t", expireAt })).toMatchObject(expired);
    },
  );

  test("does not expire early if the local clock is hours fast", async () => {
    answer = respondWithTime(nowMs - 7_200_000);
    expect(await open({ token: "t", expireAt: String(nowMs - 3_600_000) })).toBeUndefined();
  });

  test("expires by the local clock if the server does not respond", async () => {
    answer = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await open({ token: "t", expireAt: String(nowMs) })).toMatchObject(expired);
  });
});

describe("a verification link", () => {
  let response: () => Response | Promise<Response>;
  const server = serverOf({ "POST /api/v1/auth/verify": () => response() });
  beforeEach(() => vi.stubGlobal("fetch", server.mockClear()));
  const open = (search: Record<string, unknown>) =>
    redirectOf(() => verifyLink({ search, abortController: new AbortController() }));
  const refusal = { type: "", title: "", status: 400, code: "INVALID_TOKEN", detail: "Invalid" };

  test("is sent to the server and continues to book a demo", async () => {
    response = () => Response.json({ username: "ilse@brennvik.example" });
    expect(await open({ token: "007" })).toEqual({
      to: "/book-demo",
      state: { verified: "ilse@brennvik.example" },
      replace: true,
    });
    const [url, init] = server.mock.calls[0]!;
    expect([url, init?.body]).toEqual(["/api/v1/auth/verify", '{"token":"007"}']);
  });

  test("without a token redirects to the error page, without a request", async () => {
    expect(await open({})).toMatchObject({ to: "/error" });
    expect(server).not.toHaveBeenCalled();
  });

  test.each([
    ["refused", () => Promise.resolve(Response.json(refusal, { status: 400 }))],
    ["lost", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("that is %s redirects to the expired page", async (_how, how) => {
    const log = vi.mocked(console.error).mockReturnValue();
    response = how;
    expect(await open({ token: "t" })).toMatchObject({ to: "/registration/verify/expired" });
    expect(log.mock.calls.map(([text]) => String(text))).toEqual(["Failed: POST /auth/verify"]);
    log.mockClear();
  });
});
