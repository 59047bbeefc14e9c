import type { Proof } from "@tonneline/contract/proof";
import type { Db } from "../../core/db.ts";
import { createSeal } from "../../core/sealing.ts";
import { createCallers } from "./callers.service.ts";
import type { Gate } from "./gate.ts";
import type { AttemptLimits } from "./limits.service.ts";
import { confirmPassword } from "./password.service.ts";
import { proveFactor } from "./secondFactor.service.ts";
import { createTokens } from "./tokens.ts";
import { webAuthnAt } from "./webauthn.ts";

export type Access = ReturnType<typeof createAccess>;

/** Creates the services for logging in, and those that other features need from them. */
export function createAccess(
  db: Db,
  limits: AttemptLimits,
  options: {
    publicUrl: string;
    jwtSecret: string;
    allowsDemonstration: boolean;
    adminsNeedFactor: () => Promise<boolean>;
  },
) {
  const { publicUrl, jwtSecret, ...rules } = options;
  const tokens = createTokens(jwtSecret);
  const callers = createCallers({ db, tokens, ...rules });
  const gate: Gate = {
    ...rules,
    db,
    limits,
    tokens,
    callers,
    webauthn: webAuthnAt(publicUrl, createSeal(jwtSecret, "passkeys")),
    seal: createSeal(jwtSecret, "second factors"),
  };
  return {
    gate,
    authenticate: callers.authenticate,
    invalidateCallersOf: callers.invalidateCallersOf,
    /** Whether this is the caller's current password. */
    confirmPassword: (
      caller: { userId: number; sessionId: string },
      password: string,
      ip: string,
    ) => confirmPassword(db, limits, caller, password, ip),
    proveFactor: (userId: number, ip: string, given: Omit<Proof, "currentPassword">) =>
      proveFactor(gate, userId, ip, given),
  };
}
