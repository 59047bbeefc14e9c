import { randomBytes } from "node:crypto";
import { roleNames } from "@tonneline/contract/accounts";
import { plain } from "@tonneline/contract/typed";
import { Secret, TOTP } from "otpauth";

const periodMs = 30_000;
/** In steps of 30 seconds: a phone's clock may be half a minute off. */
const window = 1;

/** Formats a secret for authenticator apps. */
export function enrolment(secret: Buffer, username: string): { secret: string; uri: string } {
  const totp = totpOf(secret, username);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Returns the 30-second step of a code; undefined for a wrong code, or a step not after the last one used. */
export function stepOf(
  secret: Buffer,
  code: string,
  nowMs: number,
  lastStep: number,
): number | undefined {
  const delta = totpOf(secret, "").validate({ token: code, timestamp: nowMs, window });
  if (delta === null) return undefined;
  const step = Math.floor(nowMs / periodMs) + delta;
  return step > lastStep ? step : undefined;
}

/** Whether an account has no second factor although its role requires one, if Admins need one. */
export function lacksFactor(user: { roleName: string; hasSecondFactor: boolean }): boolean {
  return user.roleName === roleNames.admin && !user.hasSecondFactor;
}

function totpOf(secret: Buffer, label: string): TOTP {
  const bytes = Uint8Array.from(secret).buffer;
  return new TOTP({ issuer: "Tonneline", label, secret: new Secret({ buffer: bytes }) });
}

/** Base32 without letters that look like digits. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Generates a recovery code of 80 random bits, in groups that can be read aloud. */
export function recoveryCode(): string {
  const code = Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join("");
  return code.replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** Normalizes a code for comparison: without groups, in capitals, with plain digits. */
export function plainCode(code: string): string {
  return plain(code).replaceAll(/[\s-]/g, "").toUpperCase();
}
