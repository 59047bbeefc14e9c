import type { Db } from "../../core/db.ts";
import type { Seal } from "../../core/sealing.ts";
import type { Callers } from "./callers.service.ts";
import type { AttemptLimits } from "./limits.service.ts";
import type { Tokens } from "./tokens.ts";
import type { WebAuthn } from "./webauthn.ts";

/** What every way in needs. */
export interface Gate {
  db: Db;
  limits: AttemptLimits;
  tokens: Tokens;
  callers: Callers;
  webauthn: WebAuthn;
  /** Keeps the secrets of authenticator apps unreadable in the database. */
  seal: Seal;
  /** Admins get nowhere without a second factor. */
  adminsNeedFactor: () => Promise<boolean>;
  /** Accounts of the demonstration may log in, whose password everybody knows. */
  letDemonstrationIn: boolean;
}
