import * as contract from "@tonneline/contract/secondFactor";
import type { Serve } from "../../core/http/serve.ts";
import type { Gate } from "./gate.ts";
import {
  beginFactor,
  confirmFactor,
  factorState,
  removeFactor,
  resetFactor,
} from "./secondFactor.service.ts";

/** Routes for the authenticator app of the caller's account, and for the reset of a user's factors by an operator. */
export function secondFactorRoutes(serve: Serve, gate: Gate): void {
  serve(contract.getSecondFactor, async ({ caller }) => {
    const { since, ...state } = await factorState(gate, caller.userId, caller.roleName);
    return { since: since?.toISOString() ?? null, ...state };
  });
  serve(contract.beginSecondFactor, ({ actor, caller, body }) =>
    beginFactor(gate, actor, caller.userId, body),
  );
  serve(contract.confirmSecondFactor, async ({ actor, caller, body }) => ({
    recoveryCodes: await confirmFactor(gate, actor, caller.userId, body.code),
  }));
  serve(contract.removeSecondFactor, ({ actor, caller, body }) =>
    removeFactor(gate, actor, caller.userId, body),
  );
  serve(contract.resetSecondFactor, async ({ actor, caller, params }) => {
    await resetFactor(gate, actor, caller.permissions, params.id);
    gate.callers.invalidateCallersOf(params.id);
  });
}
