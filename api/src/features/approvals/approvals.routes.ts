import * as contract from "@tonneline/contract/approvals";
import type { Db } from "../../core/db.ts";
import type { Caller, Serve } from "../../core/http/serve.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { approve, readApproval, refuseApproval, withdraw } from "./approvals.service.ts";
import { approvalsOf } from "./approvals.sql.ts";
import { summaryView } from "./approvals.view.ts";
import { companyBudgets, saveBudgets, saveRules } from "./planning.service.ts";

const memberOf = ({ userId, companyId, companyRole }: Caller) => ({
  userId,
  companyId,
  role: companyRole,
});

export function approvalRoutes(serve: Serve, db: Db, settings: SettingsService): void {
  serve(contract.listApprovals, ({ caller, query }) =>
    approvalsOf(caller.companyId).page(db, query, (row) => summaryView(row, memberOf(caller))),
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
  serve(contract.withdrawRequest, async ({ caller, actor, params }) => {
    const member = memberOf(caller);
    await withdraw(db, { approvalId: params.id, member, actor });
    return readApproval(db, member, params.id);
  });
  serve(contract.putApprovalRules, ({ caller, actor, body }) =>
    saveRules(db, caller.companyId, actor, body),
  );
  serve(contract.getBudgets, ({ caller }) => companyBudgets(db, caller.companyId));
  serve(contract.putBudgets, ({ caller, actor, body }) =>
    saveBudgets(db, caller.companyId, actor, body),
  );
}
