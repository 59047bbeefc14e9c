import { z } from "zod";
import { endpoint, file, noContent } from "./endpoint.ts";
import { secondFactorCode } from "./proof.ts";
import { email, id, textInt, typedText } from "./shapes.ts";

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

/** Built-in roles. */
export const roleNames = { admin: "Admin", user: "User", anonymous: "Anonymous" } as const;

export const role = z.object({ id, name: z.string(), permissions: z.array(z.string()) });

/** The user in a session token's payload. */
export const sessionUser = z.object({
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatar: z.string().nullable(),
  permissions: z.array(z.string()),
  role: z.object({ id, name: z.string() }),
  /** Until a second factor is set up, nothing else is allowed. */
  needsSecondFactor: z.literal(true).optional(),
});
export type SessionUser = z.output<typeof sessionUser>;

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
  // The code is sent once the server has responded with SECOND_FACTOR_REQUIRED.
  body: credentials.extend({ code: secondFactorCode.optional() }),
  response: tokenPair,
  refusals: [
    "INVALID_PASSWORD",
    "SECOND_FACTOR_REQUIRED",
    "PASSKEY_REQUIRED",
    "INVALID_CODE",
    "UNVERIFIED",
    "BLOCKED",
    "RATE_LIMITED",
  ],
});

const refreshBody = z.strictObject({ refreshToken: z.string().min(1).max(4096) });

export const refreshSession = endpoint({
  method: "POST",
  path: "/auth/refresh",
  access: "public",
  summary: "Exchange a refresh token for a new pair",
  body: refreshBody,
  response: tokenPair,
  refusals: ["INVALID_TOKEN", "TOKEN_EXPIRED", "RATE_LIMITED"],
});

export const logout = endpoint({
  method: "POST",
  path: "/auth/logout",
  access: "public",
  summary: "End the session that a refresh token belongs to",
  body: refreshBody,
  response: noContent,
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
  beforeSecondFactor: true,
  summary: "The account of the caller",
  response: me,
});

// A dot followed by a word, "@" or "://": what mail programs turn into links. "J. R. Müller-Ōe" and "St. John" pass.
const address = /[.\u3002\uFF0E\uFF61](?:\p{L}{2}|\d)|[@\uFF20\\/]|www\.|xn--/iu;

/**
 * A person's first or last name. It appears in mails, so web and email addresses are refused: it must not be a way to send
 * them to strangers.
 */
export const personName = typedText(1, 100).refine((name) => !address.test(name), {
  message: "Enter a name without web or email addresses",
});

/** The name by which a company's members refer to it. */
export const companyName = typedText(1, 200);

/** The message for text that is not a phone number. */
export const phoneFault = "Enter a phone number such as +49 30 1234567 or (555) 123-4567";

/** A phone number as people write it. */
export const phone = z
  .string()
  .trim()
  .regex(/^\+?\(?\d[\d\s()./-]{2,38}$/, phoneFault);

/** A password chosen in a form. The server requires more (INVALID_PASSWORD_CHANGE): see `passwordStrength`. */
export const newPassword = z.string().min(minPasswordLength).max(maxPasswordLength);

// Not `newPassword`: every fault of a chosen password has one code, INVALID_PASSWORD_CHANGE. The maximum only bounds the
// cost of hashing.
const chosenPassword = z.string().min(1).max(1024);

/** Opaque to everyone but the server. */
const mailedToken = z.string().min(1).max(200);

export const register = endpoint({
  method: "POST",
  path: "/auth/register",
  access: "public",
  summary: "Register a company account; an email asks to verify the address",
  query: z.strictObject({
    /** The partner whose link was followed; an unknown one is ignored. */
    referalPartnerId: textInt(1).optional(),
    /** The partner's own identifier for the person. */
    referalExternalId: typedText(1, 200).optional(),
  }),
  body: z.strictObject({
    username: email,
    password: chosenPassword,
    firstName: personName,
    lastName: personName,
    phone: phone.optional(),
    /** Name of the buying company; defaults to the person's name. */
    companyName: companyName.optional(),
  }),
  status: 201,
  response: z.object({ id, username: z.string() }),
  refusals: ["ALREADY_REGISTERED", "INVALID_PASSWORD_CHANGE", "RATE_LIMITED"],
});

export const verifyEmail = endpoint({
  method: "POST",
  path: "/auth/verify",
  access: "public",
  summary: "Verify an email address with the token from the email, once, within 24 hours",
  body: z.strictObject({ token: mailedToken }),
  response: z.object({ username: z.string() }),
  refusals: ["INVALID_TOKEN", "TOKEN_EXPIRED", "RATE_LIMITED"],
});

export const requestPasswordReset = endpoint({
  method: "POST",
  path: "/auth/password/remind",
  access: "public",
  summary:
    "Email a link to choose a new password, if the account exists; the response does not reveal that",
  body: z.strictObject({ username: email }),
  response: noContent,
  refusals: ["RATE_LIMITED"],
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/auth/password/reset",
  access: "public",
  summary: "Choose a new password with the token from the email; ends every session",
  body: z.strictObject({ token: mailedToken, password: chosenPassword }),
  response: noContent,
  refusals: ["INVALID_TOKEN", "TOKEN_EXPIRED", "INVALID_PASSWORD_CHANGE", "RATE_LIMITED"],
});

export const passwordRequirements = ["length", "notGuessable", "notUsername"] as const;
export type PasswordRequirement = (typeof passwordRequirements)[number];

export const checkPasswordStrength = endpoint({
  method: "POST",
  path: "/auth/password/strength",
  access: "public",
  summary: "How hard a password is to guess, and which requirements it meets; nothing is stored",
  body: z.strictObject({
    password: chosenPassword,
    /** As typed so far: not necessarily an email address yet. */
    username: z.string().max(254).optional(),
  }),
  response: z.object({
    /** From 0, guessed at once, to 4, very hard to guess. */
    score: z.int().min(0).max(4),
    requirements: z.array(
      z.object({ requirement: z.enum(passwordRequirements), met: z.boolean() }),
    ),
  }),
  refusals: ["RATE_LIMITED"],
});
export type PasswordStrength = z.output<typeof checkPasswordStrength.response>;

export const changePassword = endpoint({
  method: "POST",
  path: "/me/password",
  access: "signedIn",
  summary: "Change the caller's password; ends all other sessions",
  body: z.strictObject({ currentPassword: chosenPassword, password: chosenPassword }),
  response: noContent,
  refusals: ["INVALID_PASSWORD_CHANGE", "RATE_LIMITED"],
});

export const updateMe = endpoint({
  method: "PATCH",
  path: "/me",
  access: "signedIn",
  beforeSecondFactor: true,
  summary: "Change the caller's names and phone; omitted fields stay unchanged",
  body: z.strictObject({
    firstName: personName.optional(),
    lastName: personName.optional(),
    phone: phone.nullable().optional(),
  }),
  response: me,
});

/** Larger photos come straight from a camera and are more than a portrait needs. */
export const maxPhotoBytes = 10 * 1024 * 1024;

export const putAvatar = endpoint({
  method: "PUT",
  path: "/me/avatar",
  access: "signedIn",
  summary:
    "Set the caller's photo: JPEG, PNG, WebP or AVIF of up to 16 million pixels; kept upright as 256 px WebP without metadata",
  upload: { maxBytes: maxPhotoBytes },
  response: me,
});

export const deleteAvatar = endpoint({
  method: "DELETE",
  path: "/me/avatar",
  access: "signedIn",
  summary: "Remove the caller's photo",
  response: noContent,
});

export const getAvatar = endpoint({
  method: "GET",
  path: "/avatars/:key",
  // An <img> sends no token: the unguessable key is the permission.
  access: "public",
  summary: "A photo, by the key in the address that GET /me returns",
  params: z.object({ key: z.string().regex(/^[\w-]{1,100}$/) }),
  response: file("image/webp"),
});
