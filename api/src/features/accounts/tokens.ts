import type { SessionUser } from "@tonneline/contract/accounts";
import { createSigner, createVerifier, TokenError } from "fast-jwt";
import { Refusal } from "../../core/errors.ts";
import { authTokenSeconds } from "./accounts.rules.ts";

/** Beyond the specification's payload: `use` keeps one kind from passing as the other, `sid` and `gen` name the session. */
export interface TokenClaims {
  user: SessionUser;
  use: "auth" | "refresh";
  sid: string;
  gen: number;
  exp: number;
}

/** A session at the moment its tokens are made. */
export interface SignedSession {
  id: string;
  generation: number;
  now: Date;
  expiresAt: Date;
}

export interface Tokens {
  sign(user: SessionUser, session: SignedSession): { authToken: string; refreshToken: string };
  /**
   * Throws INVALID_TOKEN for a token that is not ours or of another use. Whether it has run out is asked apart
   * (`hasRunOut`), since it is the database's clock that says so.
   */
  verify(token: string, use: TokenClaims["use"]): TokenClaims;
}

// Each some 2 kB.
const mostKnown = 2000;

/** Signs and verifies both tokens of a session with one secret (HS256). */
export function createTokens(secret: string): Tokens {
  const sign = createSigner({ key: secret, algorithm: "HS256" });
  const check = createVerifier({
    key: secret,
    algorithms: ["HS256"],
    ignoreExpiration: true,
  });
  // By the token itself: what a signature proves once it proves for good, and a hash of it would cost as much as the proof.
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
      if (known.size >= mostKnown) known.clear();
      known.set(token, claims);
      if (claims.use !== use || typeof claims.sid !== "string") throw new Refusal("INVALID_TOKEN");
      return claims;
    },
  };
}

/** `nowMs` is the database's time, in milliseconds; at the very moment of its `exp` a token has run out. */
export function hasRunOut({ exp }: Pick<TokenClaims, "exp">, nowMs: number): boolean {
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
