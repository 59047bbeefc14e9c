import type { Executor } from "../../src/core/db.ts";
import type { TestApp, TestCaller } from "../app.ts";

/** Creates a company without members; returns its id. */
export async function aCompany(executor: Executor, name = "Brennvik Logistics"): Promise<number> {
  const { id } = await executor
    .insertInto("companies")
    .values({ name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Creates an owner, a buyer and an approver of a new company. */
export async function aTeam(t: TestApp) {
  const companyId = await aCompany(t.db);
  return {
    owner: await t.aUser("User", { companyId, companyRole: "OWNER" }),
    buyer: await t.aUser("User", { companyId, companyRole: "BUYER" }),
    approver: await t.aUser("User", { companyId, companyRole: "APPROVER" }),
  };
}

/** Replaces the approval rules of an owner's company. */
export const putRules = (t: TestApp, owner: TestCaller, rules: readonly object[]) =>
  t.call(owner, "PUT", "/me/company/approval-rules", rules);

/** Replaces the budgets of a member's company. */
export const putBudgets = (t: TestApp, member: TestCaller, budgets: readonly object[]) =>
  t.call(member, "PUT", "/me/company/budgets", budgets);
