import { createSigner } from "fast-jwt";
import { describe, expect, test } from "vitest";
import { Refusal } from "../../core/errors.ts";
import { createTokens, isExpired } from "./tokens.ts";

const secret = "a secret that only this test knows, long enough";
const tokens = createTokens(secret);
const user = { id: 7, username: "ilse@brennvik.example" } as unknown as Parameters<
  typeof tokens.sign
>[0];
const now = new Date("2026-06-01T12:00:00.400Z");
const inMs = (ms: number) => new Date(now.getTime() + ms);
const dayMs = 24 * 60 * 60_000;
const session = { id: "a session", generation: 3, now, expiresAt: inMs(30 * dayMs) };
const signed = tokens.sign(user, session);

/** Returns the error code that a token is refused with, or undefined. */
function refusalOf(token: string, use: "auth" | "refresh"): string | undefined {
  try {
    tokens.verify(token, use);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code;
  }
}

test("Both tokens identify their user, session and generation", () => {
  const claims = { user, sid: "a session", gen: 3 };
  expect(tokens.verify(signed.authToken, "auth")).toMatchObject({ ...claims, use: "auth" });
  expect(tokens.verify(signed.refreshToken, "refresh")).toMatchObject({
    ...claims,
    use: "refresh",
  });
});

test("A refresh token is not accepted as an access token, nor the other way round", () => {
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
});

test.each([
  ["auth", signed.authToken],
  ["refresh", signed.refreshToken],
] as const)("A token expires at its end, by the given clock: %s", (use, token) => {
  const claims = tokens.verify(token, use);
  expect(isExpired(claims, claims.exp * 1000 - 1)).toBe(false);
  expect(isExpired(claims, claims.exp * 1000)).toBe(true);
});

test.each([
  ["a quarter of an hour, a refresh token as long as its session", 30 * dayMs, 15 * 60],
  ["no longer than a session that is about to end", 40_000, 40],
])("An access token lives %s", (_how, leftMs, seconds) => {
  const issued = Math.floor(now.getTime() / 1000);
  const { authToken, refreshToken } = tokens.sign(user, { ...session, expiresAt: inMs(leftMs) });
  expect(tokens.verify(authToken, "auth")).toMatchObject({ iat: issued, exp: issued + seconds });
  expect(tokens.verify(refreshToken, "refresh").exp).toBe(issued + leftMs / 1000);
});
