import { z } from "zod";
import { endpoint, noContent } from "./endpoint.ts";
import { proof, secondFactorCode } from "./proof.ts";
import { idParams, instant } from "./shapes.ts";

export const getSecondFactor = endpoint({
  method: "GET",
  path: "/me/second-factor",
  access: "signedIn",
  beforeSecondFactor: true,
  summary: "The caller's second factor, and what sensitive actions require",
  response: z.object({
    since: instant.nullable(),
    recoveryCodesLeft: z.int(),
    /** The caller is an Admin, and Admins are required to have one: it cannot be removed. */
    needed: z.boolean(),
    /** What a sensitive action requires in addition to the password. */
    asks: z.enum(["code", "passkey"]).nullable(),
  }),
});

export const beginSecondFactor = endpoint({
  method: "POST",
  path: "/me/second-factor",
  access: "signedIn",
  beforeSecondFactor: true,
  summary: "Create a secret for an authenticator app; it takes effect once confirmed",
  body: proof,
  response: z.object({
    /** Base32, for typing in if no camera is available. */
    secret: z.string(),
    /** otpauth://…, to be shown as a QR code. */
    uri: z.string(),
  }),
  refusals: ["INVALID_TRANSITION", "RATE_LIMITED"],
});

export const confirmSecondFactor = endpoint({
  method: "POST",
  path: "/me/second-factor/confirm",
  access: "signedIn",
  beforeSecondFactor: true,
  summary: "Confirm with a first code; returns recovery codes, each good for one login",
  body: z.strictObject({ code: secondFactorCode }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  refusals: ["INVALID_TRANSITION", "RATE_LIMITED"],
});

export const removeSecondFactor = endpoint({
  method: "POST",
  path: "/me/second-factor/remove",
  access: "signedIn",
  summary: "Turn off the caller's authenticator app",
  body: proof,
  response: noContent,
  refusals: ["INVALID_TRANSITION", "RATE_LIMITED"],
});

export const resetSecondFactor = endpoint({
  method: "POST",
  path: "/management/users/:id/second-factor/reset",
  access: "users:write",
  summary:
    "Remove the second factor and passkeys of somebody who has lost them; they are notified by email",
  params: idParams,
  response: noContent,
  refusals: ["INVALID_TRANSITION"],
});
