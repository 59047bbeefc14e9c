import { z } from "zod";

/** Six digits of an authenticator app, or a recovery code. */
export const secondFactorCode = z.string().trim().min(6).max(24);

const password = z.string().min(1).max(1024);

/** Bytes as base64url, as browsers send them. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

const credentialId = { id: bytes(1400), rawId: bytes(1400), type: z.literal("public-key") };

/** A new passkey as the browser returns it (RegistrationResponseJSON of WebAuthn). */
export const newPasskey = z.object({
  ...credentialId,
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(16_384),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;

/** The response of a passkey to a challenge (AuthenticationResponseJSON of WebAuthn). */
export const passkeyAnswer = z.object({
  ...credentialId,
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(2048),
    userHandle: bytes(128).optional(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** The second factor again, if the account has one: a code, or one of its passkeys. */
export const factorProof = {
  code: secondFactorCode.optional(),
  passkey: passkeyAnswer.optional(),
};

/** Re-authentication of a logged-in user for a sensitive action. */
export const proof = z.strictObject({ currentPassword: password, ...factorProof });
export type Proof = z.output<typeof proof>;
