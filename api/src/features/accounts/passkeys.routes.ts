import * as contract from "@tonneline/contract/passkeys";
import type { Serve } from "../../core/http/serve.ts";
import type { Accounts } from "./accounts.service.ts";
import type { Passkeys } from "./passkeys.service.ts";

export function passkeyRoutes(serve: Serve, passkeys: Passkeys, accounts: Accounts): void {
  serve(contract.listPasskeys, async ({ caller }) => ({
    content: await passkeys.list(caller.userId),
  }));
  serve(contract.beginPasskey, ({ actor, caller, body }) =>
    passkeys.begin(actor, caller.userId, body),
  );
  serve(contract.addPasskey, ({ actor, caller, body }) =>
    passkeys.add(actor, caller.userId, body.name, body.passkey),
  );
  serve(contract.removePasskey, ({ actor, caller, params, body }) =>
    passkeys.remove(actor, caller.userId, params.id, body),
  );
  serve(contract.challengeMyPasskeys, ({ caller }) => passkeys.challengeMine(caller.userId));
  serve(contract.challengePasskeys, () => passkeys.challengeAnyone());
  serve(contract.loginWithPasskey, ({ body, ip, userAgent }) =>
    accounts.loginWithPasskey(body.passkey, { ip, userAgent }),
  );
}
