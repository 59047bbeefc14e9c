import type { SessionUser } from "@tonneline/contract/accounts";
import { createSigner, createVerifier, TokenError } from "fast-jwt";
import { Refusal } from "../../core/errors.ts";
import { authTokenSeconds } from "./accounts.rules.ts";

/** Extends the specification's payload: `use` keeps access and refresh tokens apart, `sid` and `gen` identify the session. */
export interface TokenClaims {
  user: SessionUser;
  use: "auth" | "refresh";
  sid: string;
  gen: number;
  exp: number;
}

/** A session as of the signing of its tokens. */
export interface SignedSession {
  id: string;
  generation: number;
  now: Date;
  expiresAt: Date;
}

export interface Tokens {
  sign(user: SessionUser, session: SignedSession): { authToken: string; refreshToken: string };
  /**
   * Throws INVALID_TOKEN for a token that is not ours or has another use. Expiry is checked separately (`isExpired`), since
   * it goes by the database's clock.
   */
  verify(token: string, use: TokenClaims["use"]): TokenClaims;
}

// About 2 kB each.
const maxKnown = 2000;

/** Creates the signer and verifier for both tokens of a session, with one secret (HS256). */
export function createTokens(secret: string): Tokens {
  const sign = createSigner({ key: secret, algorithm: "HS256" });
  const check = createVerifier({
    key: secret,
    algorithms: ["HS256"],
    ignoreExpiration: true,
  });
  // Keyed by the token itself: a verified signature stays valid, and hashing the token would cost as much as verifying it.
  const known = new Map<string, TokenClaims>();
  return {
    sign(user, { id, generation, now, expiresAt }) {
      const [iat, end] = [now, expiresAt].map((at) => Math.floor(at.getTime() / 1000)) as [
        number,
        number,
      ];
      const claims = { user, sid: id, gen: generation, iat };
      return {
        authToken: sign({ ...claims, use: "auth", exp: Math.min(iat + authTokenSeconds, end) }),
        refreshToken: sign({ ...claims, use: "refresh", exp: end }),
      };
    },
    verify(token, use) {
      const claims = known.get(token) ?? read(check, token);
      if (known.size >= maxKnown) known.clear();
      known.set(token, claims);
      if (claims.use !== use || typeof claims.sid !== "string") throw new Refusal("INVALID_TOKEN");
      return claims;
    },
  };
}

/** Whether a token has expired. `nowMs` is the database's time in milliseconds; a token expires exactly at its `exp`. */
export function isExpired({ exp }: Pick<TokenClaims, "exp">, nowMs: number): boolean {
  return exp * 1000 <= nowMs;
}

function read(check: (token: string) => unknown, token: string): TokenClaims {
  try {
    return check(token) as TokenClaims;
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    throw new Refusal("INVALID_TOKEN");
  }
}
