import type { SessionUser } from "@tonneline/contract/accounts";
import { createSigner, createVerifier, TokenError } from "fast-jwt";
import { Refusal } from "../../core/errors.ts";
import { authTokenSeconds, refreshTokenSeconds } from "./accounts.rules.ts";

/** Beyond the specification's payload: `use` keeps one kind from passing as the other, `sid` and `gen` name the session. */
export interface TokenClaims {
  user: SessionUser;
  use: "auth" | "refresh";
  sid: string;
  gen: number;
  exp: number;
}

export interface Tokens {
  sign(
    user: SessionUser,
    session: { id: string; generation: number },
  ): {
    authToken: string;
    refreshToken: string;
  };
  /** Throws TOKEN_EXPIRED or INVALID_TOKEN. */
  verify(token: string, use: TokenClaims["use"]): TokenClaims;
}

/** Signs and verifies both tokens of a session with one secret (HS256). */
export function createTokens(secret: string): Tokens {
  const options = { key: secret, algorithm: "HS256" } as const;
  const auth = createSigner({ ...options, expiresIn: authTokenSeconds * 1000 });
  const refresh = createSigner({ ...options, expiresIn: refreshTokenSeconds * 1000 });
  const check = createVerifier({ key: secret, algorithms: ["HS256"], cache: 1000 });
  return {
    sign(user, session) {
      const claims = { user, sid: session.id, gen: session.generation };
      return {
        authToken: auth({ ...claims, use: "auth" }),
        refreshToken: refresh({ ...claims, use: "refresh" }),
      };
    },
    verify(token, use) {
      const claims = read(check, token);
      if (claims.use !== use || typeof claims.sid !== "string") throw new Refusal("INVALID_TOKEN");
      return claims;
    },
  };
}

function read(check: (token: string) => unknown, token: string): TokenClaims {
  try {
    return check(token) as TokenClaims;
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    throw new Refusal(error.code === TokenError.codes.expired ? "TOKEN_EXPIRED" : "INVALID_TOKEN");
  }
}
