import * as contract from "@tonneline/contract/accounts";
import type { Serve } from "../../core/http/serve.ts";
import { accountOf, login, logout, refresh, updateAccount } from "./accounts.service.ts";
import type { Gate } from "./gate.ts";
import {
  changePassword,
  passwordStrength,
  remindPassword,
  resetPassword,
} from "./password.service.ts";
import { register, verify } from "./registration.service.ts";

/** Routes for login and logout, registration, passwords, and the caller's own account. */
export function accountRoutes(serve: Serve, gate: Gate): void {
  const { db, limits, callers } = gate;
  serve(contract.login, ({ body, ip, userAgent }) => login(gate, body, { ip, userAgent }));
  serve(contract.refreshSession, ({ body, ip, userAgent }) =>
    refresh(gate, body.refreshToken, { ip, userAgent }),
  );
  serve(contract.logout, ({ body, ip }) => logout(gate, body.refreshToken, ip));
  serve(contract.register, ({ body, query, ip }) =>
    register(db, limits, { ...body, ...query }, ip),
  );
  serve(contract.verifyEmail, ({ body, ip }) => verify(db, limits, body.token, ip));
  serve(contract.requestPasswordReset, ({ body, ip }) =>
    remindPassword(db, limits, body.username, ip),
  );
  serve(contract.resetPassword, async ({ body, ip }) => {
    callers.invalidateCallersOf(await resetPassword(db, limits, body.token, body.password, ip));
  });
  serve(contract.checkPasswordStrength, ({ body, ip }) =>
    passwordStrength(limits, body.password, body.username ?? "", ip),
  );
  serve(contract.getMe, ({ caller }) => accountOf(db, caller.userId));
  serve(contract.updateMe, ({ caller, body }) => updateAccount(db, caller.userId, body));
  serve(contract.changePassword, async ({ caller, body, ip }) => {
    await changePassword(db, limits, caller, body.currentPassword, body.password, ip);
    callers.invalidateCallersOf(caller.userId);
  });
}
