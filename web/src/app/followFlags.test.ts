import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../test/network.ts";
import { tokenFor } from "../test/tokens.ts";

const flags = [
  { feature: { id: 1, name: "new_cart_api" }, enabled: false, feature_state_value: null },
];
const ofEverybody = vi.fn(() => Response.json(flags));
const ofOne = vi.fn(() => Response.json({ flags, traits: [] }));

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  const server = serverOf({
    "GET /api/v1/client-settings": () =>
      Response.json({ flags: { apiUrl: "/flags-api/v1/", environmentKey: "own" } }),
    "GET /flags-api/v1/flags/": ofEverybody,
    "POST /flags-api/v1/identities/": ofOne,
  });
  vi.stubGlobal("fetch", server);
});
afterEach(() => localStorage.clear());

/** Logs a user in, in the browser only. */
async function logIn(): Promise<void> {
  const { storeTokens } = await import("../lib/session.ts");
  storeTokens({ authToken: tokenFor(), refreshToken: "refresh" });
}
const isAsked = (response: typeof ofOne | typeof ofEverybody) =>
  vi.waitFor(() => expect(response).toHaveBeenCalled(), 30_000);

test("flags are requested before anybody has logged in, and again for the user who does", async () => {
  const { followFlags } = await import("./followFlags.ts");
  followFlags();
  await isAsked(ofEverybody);
  expect(ofOne).not.toHaveBeenCalled();
  await logIn();
  await isAsked(ofOne);
});

test("flags are requested at once for a user who is already logged in", async () => {
  const { followFlags } = await import("./followFlags.ts");
  await logIn();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  followFlags();
  vi.useRealTimers();
  await isAsked(ofOne);
  expect(ofEverybody).not.toHaveBeenCalled();
});
