import { createDecoder } from "fast-jwt";
import type { TokenClaims } from "../src/features/accounts/tokens.ts";

/** Returns the claims of one of our tokens. */
export const decodeJwt: (token: string) => TokenClaims & { iat: number } = createDecoder();
