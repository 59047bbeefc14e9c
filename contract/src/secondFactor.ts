import { z } from "zod";
import { endpoint, noContent } from "./endpoint.ts";
import { proof, secondFactorCode } from "./proof.ts";
import { idParams, instant } from "./shapes.ts";

export const getSecondFactor = endpoint({
  method: "GET",
  path: "/me/second-factor",
  access: "signedIn",
  beforeSecondFactor: true,
  summary: "Whether the caller's login asks for a code as well, and what a weighty step asks for",
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
  summary: "Make a secret for an authenticator app; nothing is asked for until it is confirmed",
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
  summary: "Ask for no code any more",
  body: proof,
  response: noContent,
  refusals: ["INVALID_TRANSITION", "RATE_LIMITED"],
});

export const resetSecondFactor = endpoint({
  method: "POST",
  path: "/management/users/:id/second-factor/reset",
  access: "users:write",
  summary:
    "Take somebody's second factor and passkeys away, who has lost them; they are told by email",
  params: idParams,
  response: noContent,
  refusals: ["INVALID_TRANSITION"],
});
