import * as contract from "@tonneline/contract/secondFactor";
import type { Serve } from "../../core/http/serve.ts";
import type { SecondFactors } from "./secondFactor.service.ts";

export function secondFactorRoutes(
  serve: Serve,
  factors: SecondFactors,
  onReset: (userId: number) => void,
): void {
  serve(contract.getSecondFactor, async ({ caller }) => {
    const { since, ...state } = await factors.state(caller.userId, caller.roleName);
    return { since: since?.toISOString() ?? null, ...state };
  });
  serve(contract.beginSecondFactor, ({ actor, caller, body }) =>
    factors.begin(actor, caller.userId, body),
  );
  serve(contract.confirmSecondFactor, async ({ actor, caller, body }) => ({
    recoveryCodes: await factors.confirm(actor, caller.userId, body.code),
  }));
  serve(contract.removeSecondFactor, ({ actor, caller, body }) =>
    factors.remove(actor, caller.userId, body),
  );
  serve(contract.resetSecondFactor, async ({ actor, caller, params }) => {
    await factors.reset(actor, caller.permissions, params.id);
    onReset(params.id);
  });
}
