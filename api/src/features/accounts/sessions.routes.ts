import * as contract from "@tonneline/contract/sessions";
import type { Serve } from "../../core/http/serve.ts";
import type { Sessions } from "./sessions.service.ts";

export function sessionRoutes(serve: Serve, sessions: Sessions): void {
  serve(contract.listSessions, async ({ caller }) => {
    const rows = await sessions.list(caller);
    const content = rows.map(({ createdAt, seenAt, endsAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
      endsAt: endsAt.toISOString(),
    }));
    return { content };
  });
  serve(contract.endSession, ({ actor, caller, params }) => sessions.end(actor, caller, params.id));
  serve(contract.endOtherSessions, ({ actor, caller }) => sessions.endOthers(actor, caller));
}
