import { createSigner } from "fast-jwt";
import { describe, expect, test, vi } from "vitest";
import { Refusal } from "../../core/errors.ts";
import { createTokens } from "./tokens.ts";

const secret = "a secret that only this test knows, long enough";
const tokens = createTokens(secret);
const user = { id: 7, username: "ilse@brennvik.example" } as unknown as Parameters<
  typeof tokens.sign
>[0];
const signed = tokens.sign(user, { id: "a session", generation: 3 });

/** What a token is refused with, or undefined. */
function refusalOf(token: string, use: "auth" | "refresh"): string | undefined {
  try {
    tokens.verify(token, use);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code;
  }
}

test("Both tokens say whose they are, of which session and generation", () => {
  const claims = { user, sid: "a session", gen: 3 };
  expect(tokens.verify(signed.authToken, "auth")).toMatchObject({ ...claims, use: "auth" });
  expect(tokens.verify(signed.refreshToken, "refresh")).toMatchObject({
    ...claims,
    use: "refresh",
  });
});

test("A refresh token is no access token, and the other way round", () => {
  expect(refusalOf(signed.refreshToken, "auth")).toBe("INVALID_TOKEN");
  expect(refusalOf(signed.authToken, "refresh")).toBe("INVALID_TOKEN");
});

describe("A token is refused", () => {
  const claims = { user, use: "auth", sid: "a session", gen: 3 };
  const by = (key: string, algorithm: "HS256" | "HS512" = "HS256") =>
    createSigner({ key, algorithm, expiresIn: 60_000 });

  test.each([
    ["of another secret", by("another secret, long enough for a signature")(claims)],
    ["of another algorithm", by(secret, "HS512")(claims)],
    ["without a session", by(secret)({ ...claims, sid: undefined })],
    ["that is garbage", "garbage"],
    ["that is empty", ""],
    ["that was changed", `${signed.authToken.slice(0, -3)}AAA`],
  ])("%s", (_which, token) => {
    expect(refusalOf(token, "auth")).toBe("INVALID_TOKEN");
  });

  test.each([
    ["auth", signed.authToken],
    ["refresh", signed.refreshToken],
  ] as const)("at its end: %s", (use, token) => {
    const { exp } = tokens.verify(token, use);
    vi.useFakeTimers({ now: (exp - 1) * 1000, toFake: ["Date"] });
    try {
      expect(refusalOf(token, use)).toBeUndefined();
      vi.setSystemTime((exp + 1) * 1000);
      expect(refusalOf(token, use)).toBe("TOKEN_EXPIRED");
    } finally {
      vi.useRealTimers();
    }
  });
});

test("An access token lives a quarter of an hour, a refresh token thirty days", () => {
  const issued = Math.floor(Date.now() / 1000);
  const fresh = tokens.sign(user, { id: "another session", generation: 1 });
  const left = (token: string, use: "auth" | "refresh") => tokens.verify(token, use).exp - issued;
  expect(left(fresh.authToken, "auth")).toBeGreaterThan(15 * 60 - 60);
  expect(left(fresh.authToken, "auth")).toBeLessThanOrEqual(15 * 60);
  expect(left(fresh.refreshToken, "refresh")).toBeGreaterThan(30 * 86_400 - 60);
  expect(left(fresh.refreshToken, "refresh")).toBeLessThanOrEqual(30 * 86_400);
});
