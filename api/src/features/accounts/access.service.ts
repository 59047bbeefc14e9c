import type { Db } from "../../core/db.ts";
import { createSeal } from "../../core/sealing.ts";
import { createAccounts } from "./accounts.service.ts";
import type { AttemptLimits } from "./limits.service.ts";
import { createPasskeys } from "./passkeys.service.ts";
import { createPasswords } from "./password.service.ts";
import { createRegistrations } from "./registration.service.ts";
import { createSecondFactors } from "./secondFactor.service.ts";
import { createTokens } from "./tokens.ts";
import { createWebAuthn } from "./webauthn.ts";

export type Access = ReturnType<typeof createAccess>;

/** Everything by which people get in: what the other features ask of it, and its own services. */
export function createAccess(
  db: Db,
  limits: AttemptLimits,
  options: {
    publicUrl: string;
    jwtSecret: string;
    /** Accounts of the demonstration may log in, whose password everybody knows. */
    demonstrationAccounts: boolean;
    /** Admins get nowhere without a second factor. */
    adminsNeedSecondFactor: () => Promise<boolean>;
  },
) {
  const registrations = createRegistrations(db, limits);
  const webauthn = createWebAuthn(options.publicUrl, createSeal(options.jwtSecret, "passkeys"));
  const factors = createSecondFactors(
    db,
    createSeal(options.jwtSecret, "second factors"),
    webauthn,
    limits,
    options.adminsNeedSecondFactor,
  );
  const passkeys = createPasskeys(db, webauthn, limits, factors);
  const accounts = createAccounts(
    db,
    createTokens(options.jwtSecret),
    limits,
    registrations.renewLink,
    factors,
    passkeys,
    options.demonstrationAccounts,
  );
  const passwords = createPasswords(db, limits, accounts.forgetCallersOf);
  return {
    accounts,
    registrations,
    factors,
    passkeys,
    passwords,
    authenticate: accounts.authenticate,
    forgetCallersOf: accounts.forgetCallersOf,
    confirmPassword: passwords.confirm,
    proveFactor: factors.prove,
  };
}
