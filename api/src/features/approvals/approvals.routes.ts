import * as contract from "@tonneline/contract/approvals";
import type { KnownActor } from "../../core/audit.ts";
import type { Db } from "../../core/db.ts";
import { csvFile } from "../../core/http/csv.ts";
import type { Caller, Serve } from "../../core/http/serve.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { hasCompanyRight } from "@tonneline/contract/companyRoles";
import { csvColumns } from "./approvals.csv.ts";
import { approve, readApproval, refuseApproval } from "./approvals.service.ts";
import { approvalsOf } from "./approvals.sql.ts";
import { summaryView } from "./approvals.view.ts";
import { withdraw, type ApprovalContext } from "./ending.service.ts";
import { prolong, remind } from "./waiting.service.ts";
import { companyBudgets } from "./planning.service.ts";

const memberOf = ({ userId, companyId }: Caller) => ({ userId, companyId });

const readerOf = ({ userId, companyId, companyRole, companyBlocked }: Caller) => ({
  userId,
  companyId,
  mayDecide: hasCompanyRight(companyRole, "decide", companyBlocked),
});

interface ApprovalCall {
  caller: Caller;
  actor: KnownActor;
  params: { id: number };
}

/** Routes for the requests and budgets of the caller's company. Requests of other companies are NOT_FOUND. */
export function approvalRoutes(serve: Serve, db: Db, settings: SettingsService): void {
  serve(
    contract.listApprovals,
    ({ caller, query }) =>
      approvalsOf(readerOf(caller)).page(db, query, (row) => summaryView(row, readerOf(caller))),
    ({ caller, query }) =>
      csvFile("requests", csvColumns, approvalsOf(readerOf(caller)).stream(db, query)),
  );
  serve(contract.getApproval, ({ caller, params }) =>
    readApproval(db, readerOf(caller), params.id),
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
    await refuseApproval(
      db,
      { approvalId: params.id, member: memberOf(caller), actor },
      body.reason,
    );
    return readApproval(db, readerOf(caller), params.id);
  });
  const step =
    (take: (context: ApprovalContext) => Promise<void>) =>
    async ({ caller, actor, params }: ApprovalCall) => {
      await take({ approvalId: params.id, member: memberOf(caller), actor });
      return readApproval(db, readerOf(caller), params.id);
    };
  serve(
    contract.withdrawRequest,
    step((context) => withdraw(db, context)),
  );
  serve(
    contract.remindApprovers,
    step((context) => remind(db, context)),
  );
  serve(
    contract.extendRequest,
    step((context) => prolong(db, settings, context)),
  );
  serve(contract.getBudgets, ({ caller }) => companyBudgets(db, caller.companyId));
}
