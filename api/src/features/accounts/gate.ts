import type { Db } from "../../core/db.ts";
import type { Seal } from "../../core/sealing.ts";
import type { Callers } from "./callers.service.ts";
import type { AttemptLimits } from "./limits.service.ts";
import type { Tokens } from "./tokens.ts";
import type { WebAuthn } from "./webauthn.ts";

/** Dependencies of every way to log in. */
export interface Gate {
  db: Db;
  limits: AttemptLimits;
  tokens: Tokens;
  callers: Callers;
  webauthn: WebAuthn;
  /** Encrypts the secrets of authenticator apps in the database. */
  seal: Seal;
  /** Whether Admins must have a second factor to do anything. */
  adminsNeedFactor: () => Promise<boolean>;
  /** Whether demonstration accounts, whose password is public, may log in. */
  allowsDemonstration: boolean;
}
