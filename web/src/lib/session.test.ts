import { act, renderHook } from "@testing-library/react";
import { roleNames } from "@tonneline/contract/accounts";
import { beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { tokenFor } from "../test/tokens.ts";
import {
  browser,
  currentUser,
  decodeToken,
  followOtherTabs,
  clearTokens,
  isLoggedIn,
  isValid,
  storeTokens,
  useTokens,
} from "./session.ts";

const refreshToken = "refresh";

beforeEach(() => {
  localStorage.clear();
  clearTokens();
});

describe("a token", () => {
  it("identifies the logged-in user, in any script", () => {
    storeTokens({ authToken: tokenFor({ firstName: "Zoë 木" }), refreshToken });
    expect(currentUser()).toMatchObject({
      username: "buyer@demo.example",
      fullName: "Zoë 木 Varendonk",
      isAdmin: false,
      isAnonymous: false,
    });
  });

  it("recognizes an Admin and an Anonymous by the role's name", () => {
    storeTokens({ authToken: tokenFor({ roleName: roleNames.admin }), refreshToken });
    expect(currentUser()?.isAdmin).toBe(true);
    storeTokens({ authToken: tokenFor({ roleName: roleNames.anonymous }), refreshToken });
    expect(currentUser()?.isAnonymous).toBe(true);
  });

  it.each(["", "x", "a.b.c", `e30.${btoa("{}")}.x`, `e30.${btoa("null")}.x`])(
    "that is unreadable (%j) is refused, and ends the session",
    (broken) => {
      const logged = vi.spyOn(console, "error").mockReturnValue();
      storeTokens({ authToken: tokenFor(), refreshToken });
      expect(() => decodeToken(broken)).toThrow("Invalid JWT token");
      expect(() => storeTokens({ authToken: broken, refreshToken })).toThrow("Invalid JWT token");
      expect(isLoggedIn()).toBe(false);
      expect(currentUser()).toBeUndefined();
      expect(String(logged.mock.calls[0]?.[0])).toBe("Error: Invalid JWT token");
      logged.mockReset();
    },
  );

  it("is valid until it expires", () => {
    expect(isValid(tokenFor({ expiresIn: 1 }))).toBe(true);
    expect(isValid(tokenFor({ expiresIn: 1 }), 5000)).toBe(false);
    expect(isValid(tokenFor({ expiresIn: -1 }))).toBe(false);
    expect(isValid("nonsense")).toBe(false);
    expect(isValid(null)).toBe(false);
  });

  it("is valid by the server's clock if ours is an hour fast or slow", () => {
    for (const wrongBy of [-3_600_000, 3_600_000]) {
      const authToken = tokenFor({ nowMs: Date.now() + wrongBy });
      storeTokens({ authToken, refreshToken });
      expect(isValid(authToken)).toBe(true);
      expect(isValid(tokenFor({ nowMs: Date.now() + wrongBy, expiresIn: -2 }))).toBe(false);
    }
  });

  it("expires even if our clock is set back meanwhile", () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const authToken = tokenFor();
    storeTokens({ authToken, refreshToken });
    vi.advanceTimersByTime(14 * 60_000);
    vi.setSystemTime(Date.now() - 2 * 3_600_000);
    expect(isValid(authToken)).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(isValid(authToken)).toBe(false);

    // Another tab's token, issued by a server whose clock had not advanced as far.
    const newer = tokenFor({ nowMs: Date.now() - 16 * 60_000 });
    useTokens.setState({ authToken: newer, refreshToken, serverAheadMs: -16 * 60_000 });
    expect(isValid(newer)).toBe(true);
    vi.useRealTimers();
  });
});

describe("the browser's storage", () => {
  it("keeps both tokens under auth-storage", () => {
    const authToken = tokenFor();
    storeTokens({ authToken, refreshToken });
    expect(JSON.parse(localStorage.getItem("auth-storage")!)).toMatchObject({
      state: { authToken, refreshToken },
    });
  });

  it.each([
    ["a broken token", { state: { authToken: "broken", refreshToken }, version: 0 }],
    ["a token that is no text", { state: { authToken: 7, refreshToken }, version: 0 }],
    ["no refresh token", { state: { authToken: tokenFor(), refreshToken: null }, version: 0 }],
  ])("holding %s means that nobody is logged in", async (_, stored) => {
    await expectForgotten(JSON.stringify(stored));
  });

  it("holding invalid JSON means that nobody is logged in", async () => {
    await expectForgotten("eyJ.broken.token");
  });

  async function expectForgotten(stored: string): Promise<void> {
    localStorage.setItem("auth-storage", stored);
    const logged = vi.spyOn(console, "error").mockReturnValue();
    await useTokens.persist.rehydrate();
    expect(isLoggedIn()).toBe(false);
    expect(String(logged.mock.calls[0]?.[0])).toBe("Error: Invalid JWT token");
    expect(localStorage.getItem("auth-storage")).toBeNull();
    logged.mockReset();
  }
});

describe("another tab", () => {
  followOtherTabs();
  let load: MockInstance<(typeof browser)["load"]>;
  let reload: MockInstance<(typeof browser)["reload"]>;

  function storeElsewhere(tokens: object | null): void {
    if (tokens === null) localStorage.removeItem("auth-storage");
    else localStorage.setItem("auth-storage", JSON.stringify({ state: tokens, version: 0 }));
    window.dispatchEvent(new StorageEvent("storage", { key: "auth-storage" }));
  }

  beforeEach(() => {
    load = vi.spyOn(browser, "load").mockReturnValue();
    reload = vi.spyOn(browser, "reload").mockReturnValue();
    storeTokens({ authToken: tokenFor(), refreshToken });
  });

  it("shares new tokens of the same user", async () => {
    const authToken = tokenFor({ expiresIn: 901 });
    storeElsewhere({ authToken, refreshToken: "next" });
    await vi.waitFor(() => expect(useTokens.getState().refreshToken).toBe("next"), 30_000);
    expect(useTokens.getState().authToken).toBe(authToken);
    expect(load).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });

  it("with another user's login skips the prompt about unsaved input", async () => {
    const ask = (event: Event) => event.preventDefault();
    const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    window.addEventListener("beforeunload", ask, { capture: true });
    expect(isAsked()).toBe(true);
    storeElsewhere({
      authToken: tokenFor({ username: "other@demo.example" }),
      refreshToken: "theirs",
    });
    await vi.waitFor(() => expect(reload).toHaveBeenCalled(), 30_000);
    expect(isAsked()).toBe(false);
    window.removeEventListener("beforeunload", ask, { capture: true });
  });

  it.each([null, { authToken: null, refreshToken: null }])(
    "logging out logs out here",
    async (tokens) => {
      storeElsewhere(tokens);
      await vi.waitFor(() => expect(load).toHaveBeenCalledWith("/login"), 30_000);
      expect(isLoggedIn()).toBe(false);
    },
  );

  it("clearing the storage logs out here", async () => {
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    await vi.waitFor(() => expect(load).toHaveBeenCalledWith("/login"), 30_000);
    expect(isLoggedIn()).toBe(false);
    // A user who logs in there meanwhile is not logged out by what this tab stores.
    expect(localStorage.getItem("auth-storage")).toBeNull();
  });

  it("with the same user's new login keeps their input here", async () => {
    clearTokens();
    storeElsewhere({ authToken: tokenFor(), refreshToken: "again" });
    await vi.waitFor(() => expect(isLoggedIn()).toBe(true), 30_000);
    await new Promise((turn) => setTimeout(turn));
    expect(load).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });

  it("with another user's login reloads the page", async () => {
    storeElsewhere({
      authToken: tokenFor({ username: "other@demo.example" }),
      refreshToken: "theirs",
    });
    await vi.waitFor(() => expect(reload).toHaveBeenCalled(), 30_000);
    expect(currentUser()?.username).toBe("other@demo.example");
  });
});

describe("a page restored from the back/forward cache", () => {
  const stepBack = () =>
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  let load: MockInstance<(typeof browser)["load"]>;
  let reload: MockInstance<(typeof browser)["reload"]>;

  beforeEach(() => {
    load = vi.spyOn(browser, "load").mockReturnValue();
    reload = vi.spyOn(browser, "reload").mockReturnValue();
    storeTokens({ authToken: tokenFor(), refreshToken });
  });

  it("stays for the same user", async () => {
    stepBack();
    await Promise.resolve();
    expect(load).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });

  it("leads to the login once the session has ended", async () => {
    clearTokens();
    stepBack();
    await vi.waitFor(() => expect(load).toHaveBeenCalledWith("/login"), 30_000);
  });

  it("reloads for another user", async () => {
    const state = { authToken: tokenFor({ username: "other@demo.example" }), refreshToken };
    localStorage.setItem("auth-storage", JSON.stringify({ state, version: 0 }));
    stepBack();
    await vi.waitFor(() => expect(reload).toHaveBeenCalled(), 30_000);
  });
});

it("leads to the plain login page after logging out, even if a call is refused meanwhile", async () => {
  vi.resetModules();
  const { browser, leave, leaveEndedSession } = await import("./session.ts");
  const load = vi.spyOn(browser, "load").mockReturnValue();
  window.history.replaceState(null, "", "/cart?country=DE");
  leaveEndedSession();
  leave();
  leaveEndedSession();
  expect(load.mock.calls).toEqual([["/login?ended=true&next=%2Fcart%3Fcountry%3DDE"], ["/login"]]);
});

it("returns to the same section of the page after an ended session", async () => {
  vi.resetModules();
  const { browser, leaveEndedSession } = await import("./session.ts");
  const load = vi.spyOn(browser, "load").mockReturnValue();
  window.history.replaceState(null, "", "/management/settings?from=cart#vat");
  leaveEndedSession();
  const [address] = load.mock.calls[0]!;
  const { searchParams } = new URL(address, window.location.origin);
  expect(searchParams.get("next")).toBe("/management/settings?from=cart#vat");
});

it("keeps the permissions of a user who stays on a page after its session ended", async () => {
  vi.resetModules();
  const session = await import("./session.ts");
  vi.spyOn(session.browser, "load").mockReturnValue();
  const { result } = renderHook(() => session.useUser()?.permissions);
  expect(result.current).toBeUndefined();
  const authToken = tokenFor({ permissions: ["projects:write"] });
  act(() => session.storeTokens({ authToken, refreshToken }));
  // Called by two calls in flight.
  act(() => (session.leaveEndedSession(), session.leaveEndedSession()));
  expect(session.currentUser()).toBeUndefined();
  expect(result.current).toEqual(new Set(["projects:write"]));
});
