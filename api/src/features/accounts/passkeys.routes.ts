import * as contract from "@tonneline/contract/passkeys";
import type { Serve } from "../../core/http/serve.ts";
import { pageWithin } from "../../core/lists.ts";
import { loginWithPasskey } from "./accounts.service.ts";
import type { Gate } from "./gate.ts";
import {
  addPasskey,
  beginPasskey,
  challengeMyPasskeys,
  challengePasskeys,
  listPasskeys,
  removePasskey,
} from "./passkeys.service.ts";

/** Routes for the caller's passkeys, and for logging in with one. */
export function passkeyRoutes(serve: Serve, gate: Gate): void {
  serve(contract.listPasskeys, async ({ caller, query }) =>
    pageWithin(await listPasskeys(gate, caller.userId), query),
  );
  serve(contract.beginPasskey, ({ actor, caller, body }) =>
    beginPasskey(gate, actor, caller.userId, body),
  );
  serve(contract.addPasskey, ({ actor, caller, body }) =>
    addPasskey(gate, actor, caller.userId, body.name, body.passkey),
  );
  serve(contract.removePasskey, ({ actor, caller, params, body }) =>
    removePasskey(gate, actor, caller.userId, params.id, body),
  );
  serve(contract.createMyPasskeyChallenge, ({ caller }) =>
    challengeMyPasskeys(gate, caller.userId),
  );
  serve(contract.createPasskeyChallenge, () => challengePasskeys(gate));
  serve(contract.loginWithPasskey, ({ body, ip, userAgent }) =>
    loginWithPasskey(gate, body.passkey, { ip, userAgent }),
  );
}
