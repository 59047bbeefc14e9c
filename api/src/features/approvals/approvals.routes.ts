import * as contract from "@tonneline/contract/approvals";
import type { KnownActor } from "../../core/audit.ts";
import type { Db } from "../../core/db.ts";
import type { Caller, Serve } from "../../core/http/serve.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { mayForCompany } from "@tonneline/contract/companyRoles";
import { approve, readApproval, refuseApproval } from "./approvals.service.ts";
import { approvalsOf } from "./approvals.sql.ts";
import { summaryView } from "./approvals.view.ts";
import { withdraw, type Deciding } from "./ending.service.ts";
import { prolong, remind } from "./waiting.service.ts";
import { companyBudgets } from "./planning.service.ts";

const memberOf = ({ userId, companyId, companyRole }: Caller) => ({
  userId,
  companyId,
  role: companyRole,
});

const readerOf = ({ userId, companyId, companyRole, companyBlocked }: Caller) => ({
  userId,
  companyId,
  mayDecide: mayForCompany(companyRole, "decide", companyBlocked),
});

export function approvalRoutes(serve: Serve, db: Db, settings: SettingsService): void {
  serve(contract.listApprovals, ({ caller, query }) =>
    approvalsOf(readerOf(caller)).page(db, query, (row) => summaryView(row, memberOf(caller))),
  );
  serve(contract.getApproval, ({ caller, params }) =>
    readApproval(db, memberOf(caller), params.id),
  );
  serve(contract.approveRequest, ({ caller, actor, params, body }) =>
    approve(db, settings, {
      approvalId: params.id,
      member: memberOf(caller),
      actor,
      version: body?.version,
    }),
  );
  serve(contract.refuseRequest, async ({ caller, actor, params, body }) => {
    const member = memberOf(caller);
    await refuseApproval(db, { approvalId: params.id, member, actor }, body.reason);
    return readApproval(db, member, params.id);
  });
  const step =
    (take: (deciding: Deciding) => Promise<void>) =>
    async (asked: { caller: Caller; actor: KnownActor; params: { id: number } }) => {
      const member = memberOf(asked.caller);
      await take({ approvalId: asked.params.id, member, actor: asked.actor });
      return readApproval(db, member, asked.params.id);
    };
  serve(
    contract.withdrawRequest,
    step((deciding) => withdraw(db, deciding)),
  );
  serve(
    contract.remindOfRequest,
    step((deciding) => remind(db, deciding)),
  );
  serve(
    contract.prolongRequest,
    step((deciding) => prolong(db, settings, deciding)),
  );
  serve(contract.getBudgets, ({ caller }) => companyBudgets(db, caller.companyId));
}
