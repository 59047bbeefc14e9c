import { getMe, login, logout, refresh } from "@tonneline/contract/accounts";
import type { Serve } from "../../core/http/serve.ts";
import type { Accounts } from "./accounts.service.ts";

export function accountRoutes(serve: Serve, accounts: Accounts): void {
  serve(login, ({ body }) => accounts.login(body.username, body.password));
  serve(refresh, ({ body }) => accounts.refresh(body.refreshToken));
  serve(logout, ({ body }) => accounts.logout(body.refreshToken));
  serve(getMe, ({ caller }) => accounts.account(caller.userId));
}
