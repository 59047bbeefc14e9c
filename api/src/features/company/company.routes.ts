import { putApprovalRules, putBudgets } from "@tonneline/contract/approvals";
import * as contract from "@tonneline/contract/company";
import * as eInvoices from "@tonneline/contract/eInvoices";
import type { Db } from "../../core/db.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { AttemptLimits } from "../accounts/limits.service.ts";
import * as company from "./company.service.ts";
import { eInvoicesOf, saveEInvoices } from "./eInvoices.service.ts";
import {
  acceptInvitation,
  inviteMember,
  readInvitation,
  withdrawInvitation,
} from "./invitations.service.ts";
import { invitationById } from "./invitations.sql.ts";
import { invitationView } from "./invitations.view.ts";
import {
  changeBudgets,
  changeCompany,
  changeMember,
  changeRules,
  companyOf,
  removeMember,
} from "./members.service.ts";

export interface CompanyContext {
  limits: Pick<AttemptLimits, "count">;
  /** Drops an account's sessions from the cache. */
  invalidateCallersOf: (userId: number) => void;
}

/** Routes for the caller's company, its members, rules and budgets, and the public ones for invitation links. */
export function companyRoutes(
  serve: Serve,
  db: Db,
  { limits, invalidateCallersOf }: CompanyContext,
): void {
  serve(contract.getCompanyDetails, ({ caller }) => company.companyDetailsOf(db, caller.companyId));
  serve(contract.saveCompanyDetails, ({ caller, actor, body }) =>
    company.saveCompanyDetails(db, actor, caller.companyId, body),
  );

  serve(eInvoices.getEInvoices, ({ caller }) => eInvoicesOf(db, caller.companyId));
  serve(eInvoices.saveEInvoices, ({ caller, actor, body }) =>
    saveEInvoices(db, actor, caller.companyId, body),
  );

  serve(contract.getCompany, ({ caller }) => companyOf(db, caller));
  serve(contract.updateCompany, async ({ caller, actor, body }) => {
    await changeCompany(db, actor, caller.companyId, body);
    return companyOf(db, caller);
  });
  serve(putApprovalRules, async ({ caller, actor, query, body }) => {
    await changeRules(db, actor, caller.companyId, { rules: body, ...query });
    return companyOf(db, caller);
  });
  serve(putBudgets, ({ caller, actor, query, body }) =>
    changeBudgets(db, actor, caller.companyId, { budgets: body, ...query }),
  );
  serve(contract.updateMember, async ({ caller, actor, params: { userId }, body }) => {
    const member = await changeMember(db, actor, caller.companyId, userId, body.role);
    invalidateCallersOf(userId);
    return member;
  });
  serve(contract.removeMember, async ({ caller, actor, params: { userId } }) => {
    await removeMember(db, actor, caller, userId);
    invalidateCallersOf(userId);
  });

  serve(contract.inviteMember, async ({ caller, actor, body, once }) => {
    const id = await once(db, (tx) => inviteMember(tx, actor, caller.companyId, body));
    return invitationView(await invitationById(db, id));
  });
  serve(contract.withdrawInvitation, ({ caller, actor, params }) =>
    withdrawInvitation(db, actor, caller.companyId, params.id),
  );
  serve(contract.previewInvitation, async ({ body, ip }) => {
    await limits.count("verify", { account: body.token, ip });
    return readInvitation(db, body.token);
  });
  serve(contract.acceptInvitation, async ({ body, ip }) => {
    await limits.count("verify", { account: body.token, ip });
    const { userId, ...joined } = await acceptInvitation(db, body, ip);
    invalidateCallersOf(userId);
    return joined;
  });
}
