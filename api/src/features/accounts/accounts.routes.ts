import {
  changePassword,
  getMe,
  login,
  logout,
  passwordStrength,
  refresh,
  register,
  remindPassword,
  resetPassword,
  updateMe,
  verify,
} from "@tonneline/contract/accounts";
import type { Serve } from "../../core/http/serve.ts";
import type { Accounts } from "./accounts.service.ts";
import type { Passwords } from "./password.service.ts";
import type { Registrations } from "./registration.service.ts";

export function accountRoutes(
  serve: Serve,
  accounts: Accounts,
  registrations: Registrations,
  passwords: Passwords,
): void {
  serve(login, ({ body, ip, userAgent }) => accounts.login(body, { ip, userAgent }));
  serve(refresh, ({ body, ip, userAgent }) =>
    accounts.refresh(body.refreshToken, { ip, userAgent }),
  );
  serve(logout, ({ body, ip }) => accounts.logout(body.refreshToken, ip));
  serve(register, ({ body, query, ip }) => registrations.register({ ...body, ...query }, ip));
  serve(verify, ({ body, ip }) => registrations.verify(body.token, ip));
  serve(remindPassword, ({ body, ip }) => passwords.remind(body.username, ip));
  serve(resetPassword, ({ body, ip }) => passwords.reset(body.token, body.password, ip));
  serve(passwordStrength, ({ body, ip }) =>
    passwords.strength(body.password, body.username ?? "", ip),
  );
  serve(getMe, ({ caller }) => accounts.account(caller.userId));
  serve(updateMe, ({ caller, body }) => accounts.updateAccount(caller.userId, body));
  serve(changePassword, ({ caller, body, ip }) =>
    passwords.change(caller, body.currentPassword, body.password, ip),
  );
}
