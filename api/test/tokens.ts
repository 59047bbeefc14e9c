import { createDecoder } from "fast-jwt";
import type { TokenClaims } from "../src/features/accounts/tokens.ts";

/** What a token of ours says. */
export const decodeJwt: (token: string) => TokenClaims & { iat: number } = createDecoder();
