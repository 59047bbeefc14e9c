import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { identityRequest } from "@tonneline/contract/flags";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tokenFor } from "../test/tokens.ts";

/** A flag service on a socket: the requests it received, and the users for whom the flag is on. */
let service: Server;
let requests: { url: string; key: unknown; identifier: string | undefined; traits: unknown }[];
let onFor: Set<string>;
let state: "up" | "broken" | "silent";
/** The service answers once this has resolved. */
let released: Promise<void>;
let stop: (() => void) | undefined;

const flagsFor = (identifier = "everybody") => [
  {
    feature: { id: 1, name: "new_cart_api", type: "STANDARD" },
    enabled: onFor.has(identifier),
    feature_state_value: null,
  },
];

async function answerTo(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  const body = text === "" ? undefined : identityRequest.parse(JSON.parse(text));
  const identifier = body?.identifier ?? undefined;
  const key = request.headers["x-environment-key"];
  requests.push({ url: request.url ?? "", key, identifier, traits: body?.traits });
  await released;
  if (request.url === "/flags/") return flagsFor();
  return { identifier, traits: body?.traits ?? [], flags: flagsFor(identifier) };
}

let web: typeof import("./flags.ts") & typeof import("./session.ts");

/** The app's response to the pages; the flag service is queried on its socket. */
let clientSettings: () => Response;
const realFetch = globalThis.fetch;

beforeEach(async () => {
  requests = [];
  onFor = new Set();
  state = "up";
  released = Promise.resolve();
  service = createServer((request, response) => {
    if (state === "silent") return;
    if (state === "broken") return void response.writeHead(503).end("<h1>Bad gateway</h1>");
    void answerTo(request).then((answer) => response.end(JSON.stringify(answer)));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo;
  const flags = { apiUrl: `http://127.0.0.1:${port}/`, environmentKey: "ser.key" };
  clientSettings = () => Response.json({ flags });
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) =>
    url === "/api/v1/client-settings" ? clientSettings() : realFetch(url, init),
  );
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  vi.resetModules();
  web = { ...(await import("./flags.ts")), ...(await import("./session.ts")) };
});
afterEach(async () => {
  stop?.();
  vi.useRealTimers();
  localStorage.clear();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

const isOn = () => web.useFlags.getState().new_cart_api;
const logIn = (username: string) =>
  web.storeTokens({ authToken: tokenFor({ username }), refreshToken: "refresh" });
const questions = (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count), 30_000);
const nextRefresh = () => vi.advanceTimersByTime(10_000);

describe("the flags of the pages", () => {
  it("are the defaults until the service answers, then its values", async () => {
    onFor.add("everybody");
    stop = web.followFlags();
    expect(isOn()).toBe(false);
    await vi.waitFor(() => expect(isOn()).toBe(true), 30_000);
    expect(requests).toEqual([
      { url: "/flags/", key: "ser.key", identifier: undefined, traits: undefined },
    ]);
  });

  it("are polled every 10 seconds", async () => {
    stop = web.followFlags();
    await questions(1);
    onFor.add("everybody");
    vi.advanceTimersByTime(9_999);
    expect(requests).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await vi.waitFor(() => expect(isOn()).toBe(true), 30_000);
    onFor.clear();
    nextRefresh();
    await vi.waitFor(() => expect(isOn()).toBe(false), 30_000);
    expect(requests).toHaveLength(3);
  });

  it("are available at once after a reload, but only for the same user", async () => {
    onFor.add("buyer@demo.example");
    logIn("buyer@demo.example");
    stop = web.followFlags();
    await vi.waitFor(() => expect(isOn()).toBe(true), 30_000);
    const reload = async () => {
      stop?.();
      vi.resetModules();
      web = { ...(await import("./flags.ts")), ...(await import("./session.ts")) };
    };
    await reload();
    expect(isOn()).toBe(true);
    logIn("other@demo.example");
    await reload();
    expect(isOn()).toBe(false);
  });

  it("are queried at once for a new user, else after the first page", async () => {
    const firstQuestionAfter = () => {
      const planned = vi.spyOn(globalThis, "setTimeout");
      stop = web.followFlags();
      const ms = planned.mock.calls[0]?.[1];
      planned.mockRestore();
      return ms;
    };
    logIn("buyer@demo.example");
    expect(firstQuestionAfter()).toBe(0);
    await vi.waitFor(() => expect(localStorage.getItem("flags")).not.toBeNull(), 30_000);
    stop?.();
    expect(firstQuestionAfter()).toBe(1_000);
    await questions(2);
  });

  it("are the user's own from login on, and the email is never in a URL", async () => {
    onFor.add("buyer@demo.example");
    stop = web.followFlags();
    await questions(1);
    expect(isOn()).toBe(false);
    logIn("buyer@demo.example");
    await vi.waitFor(() => expect(isOn()).toBe(true), 30_000);
    nextRefresh();
    await questions(3);
    const identified = {
      url: "/identities/",
      key: "ser.key",
      identifier: "buyer@demo.example",
      traits: [{ trait_key: "role", trait_value: "User" }],
    };
    expect(requests.slice(1)).toEqual([identified, identified]);
  });

  it("are reset when the session ends, and queried anonymously", async () => {
    onFor.add("buyer@demo.example");
    logIn("buyer@demo.example");
    stop = web.followFlags();
    await vi.waitFor(() => expect(isOn()).toBe(true), 30_000);
    web.clearTokens();
    expect(isOn()).toBe(false);
    await questions(2);
    expect(requests[1]).toMatchObject({ url: "/flags/", identifier: undefined });
    expect(isOn()).toBe(false);
  });

  it("that were asked for a user who has left meanwhile are shown to nobody", async () => {
    onFor.add("buyer@demo.example");
    logIn("buyer@demo.example");
    const held = Promise.withResolvers<void>();
    released = held.promise;
    const shown: boolean[] = [];
    web.useFlags.subscribe(() => shown.push(isOn()));
    stop = web.followFlags();
    await questions(1);
    web.clearTokens();
    await questions(2);
    held.resolve();
    // Reset when the session ended, and answered once since.
    await vi.waitFor(() => expect(shown).toHaveLength(2), 30_000);
    expect(shown).toEqual([false, false]);
    expect(localStorage.getItem("flags")).toBeNull();
  });

  it("are not queried while the page is hidden, and at once when it is visible again", async () => {
    stop = web.followFlags();
    await questions(1);
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    nextRefresh();
    nextRefresh();
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    await questions(2);
  });
});

describe("an unavailable flag service", () => {
  const expectOneWarning = () => {
    expect(vi.mocked(console.warn).mock.calls.map(([text]) => text as unknown)).toEqual([
      "The flag service does not answer",
    ]);
    vi.mocked(console.warn).mockClear();
  };
  beforeEach(() => {
    vi.mocked(console.warn).mockImplementation(() => {});
  });

  it("leaves the defaults, is logged once, and takes effect as soon as it is back", async () => {
    onFor.add("everybody");
    state = "broken";
    stop = web.followFlags();
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalled(), 30_000);
    nextRefresh();
    expect(isOn()).toBe(false);
    state = "up";
    nextRefresh();
    await vi.waitFor(() => expect(isOn()).toBe(true), 30_000);
    expectOneWarning();
  });

  it("leaves its last values unchanged", async () => {
    onFor.add("everybody");
    stop = web.followFlags();
    await vi.waitFor(() => expect(isOn()).toBe(true), 30_000);
    state = "broken";
    nextRefresh();
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalled(), 30_000);
    expect(isOn()).toBe(true);
    expectOneWarning();
  });

  it("times out if it does not respond at all", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      expect(ms).toBeLessThan(10_000);
      const patience = new AbortController();
      setTimeout(() => patience.abort(new Error("too late")), 50);
      return patience.signal;
    });
    state = "silent";
    stop = web.followFlags();
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalled(), 30_000);
    expect(timeout).toHaveBeenCalled();
    expect(isOn()).toBe(false);
    expectOneWarning();
  });

  it("is retried even if its address could not be loaded", async () => {
    onFor.add("everybody");
    const works = clientSettings;
    clientSettings = () => new Response("", { status: 502 });
    stop = web.followFlags();
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalled(), 30_000);
    clientSettings = works;
    nextRefresh();
    await vi.waitFor(() => expect(isOn()).toBe(true), 30_000);
    expectOneWarning();
  });
});
