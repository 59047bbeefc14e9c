import { z } from "zod";
import { endpoint, noContent } from "./endpoint.ts";
import { email, id } from "./shapes.ts";

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

/** Roles that exist from the start. */
export const roleNames = { admin: "Admin", user: "User", anonymous: "Anonymous" } as const;

export const role = z.object({ id, name: z.string(), permissions: z.array(z.string()) });

/** The user inside a token's payload. */
export const sessionUser = z.object({
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatar: z.string().nullable(),
  permissions: z.array(z.string()),
  role: z.object({ id, name: z.string() }),
});
export type SessionUser = z.output<typeof sessionUser>;

/** Payload of both tokens, as far as the browser reads it. `exp` in seconds. */
export const tokenPayload = z.object({ user: sessionUser, exp: z.number() });

export const tokenPair = z.object({ authToken: z.string(), refreshToken: z.string() });
export type TokenPair = z.output<typeof tokenPair>;

export const credentials = z.strictObject({
  username: email,
  password: z.string().min(minPasswordLength).max(maxPasswordLength),
});

export const login = endpoint({
  method: "POST",
  path: "/auth/login",
  access: "public",
  summary: "Log in with an email and a password",
  body: credentials,
  answer: tokenPair,
  refusals: ["INVALID_PASSWORD", "UNVERIFIED", "BLOCKED", "RATE_LIMITED"],
});

const refreshBody = z.strictObject({ refreshToken: z.string().min(1).max(4096) });

export const refresh = endpoint({
  method: "POST",
  path: "/auth/refresh",
  access: "public",
  summary: "Exchange a refresh token for a new pair",
  body: refreshBody,
  answer: tokenPair,
  refusals: ["INVALID_TOKEN", "TOKEN_EXPIRED", "RATE_LIMITED"],
});

export const logout = endpoint({
  method: "POST",
  path: "/auth/logout",
  access: "public",
  summary: "End the session that a refresh token belongs to",
  body: refreshBody,
  answer: noContent,
});

export const me = z.object({
  id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  avatar: z.string().nullable(),
  role,
});

export const getMe = endpoint({
  method: "GET",
  path: "/me",
  access: "signedIn",
  summary: "The account of the caller",
  answer: me,
});
