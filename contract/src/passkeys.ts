import { z } from "zod";
import { tokenPair } from "./accounts.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { newPasskey, passkeyAnswer, proof } from "./proof.ts";
import { idParams, id, instant, pageOf, pageQuery, typedText } from "./shapes.ts";

export const maxPasskeys = 20;
/** A passkey's name, chosen by its owner. */
export const passkeyName = typedText(1, 60);

const passkey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Passkey = z.output<typeof passkey>;

const credential = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()).optional(),
});

/** Options of a login challenge (PublicKeyCredentialRequestOptionsJSON of WebAuthn). */
const challenge = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  userVerification: z.literal("required"),
  allowCredentials: z.array(credential),
});
export type PasskeyChallenge = z.output<typeof challenge>;

/** Options for creating a passkey (PublicKeyCredentialCreationOptionsJSON of WebAuthn). */
const creation = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});
export type PasskeyCreation = z.output<typeof creation>;

export const listPasskeys = endpoint({
  method: "GET",
  path: "/me/passkeys",
  access: "signedIn",
  beforeSecondFactor: true,
  summary: "The caller's passkeys, the oldest first",
  query: pageQuery,
  response: pageOf(passkey),
});

export const beginPasskey = endpoint({
  method: "POST",
  path: "/me/passkeys/creation",
  access: "signedIn",
  beforeSecondFactor: true,
  summary: "Options for the browser to create a passkey, valid for five minutes",
  body: proof,
  response: creation,
  refusals: ["INVALID_TRANSITION", "RATE_LIMITED"],
});

export const addPasskey = endpoint({
  method: "POST",
  path: "/me/passkeys",
  access: "signedIn",
  beforeSecondFactor: true,
  summary: "Register the created passkey; from then on, the password alone is not enough",
  body: z.strictObject({ name: passkeyName, passkey: newPasskey }),
  status: 201,
  response: passkey,
  refusals: ["INVALID_TRANSITION", "RATE_LIMITED"],
});

export const removePasskey = endpoint({
  method: "POST",
  path: "/me/passkeys/:id/removal",
  access: "signedIn",
  summary: "Remove one of the caller's passkeys",
  params: idParams,
  body: proof,
  response: noContent,
  refusals: ["INVALID_TRANSITION", "RATE_LIMITED"],
});

export const createMyPasskeyChallenge = endpoint({
  method: "POST",
  path: "/me/passkeys/challenge",
  access: "signedIn",
  beforeSecondFactor: true,
  summary: "A challenge for the caller's passkeys, for actions that require one",
  response: challenge,
});

export const createPasskeyChallenge = endpoint({
  method: "POST",
  path: "/auth/passkeys/challenge",
  access: "public",
  summary: "A challenge for any passkey that a device has for this site",
  response: challenge,
});

export const loginWithPasskey = endpoint({
  method: "POST",
  path: "/auth/passkeys/login",
  access: "public",
  summary: "Log in with a passkey, which counts as password and second factor",
  body: z.strictObject({ passkey: passkeyAnswer }),
  response: tokenPair,
  refusals: ["INVALID_PASSKEY", "UNVERIFIED", "BLOCKED", "RATE_LIMITED"],
});
