import type { Executor } from "../../src/core/db.ts";
import type { TestApp, TestCaller } from "../app.ts";

/** A company without anybody in it; returns its id. */
export async function aCompany(executor: Executor, name = "Brennvik Logistics"): Promise<number> {
  const { id } = await executor
    .insertInto("companies")
    .values({ name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces the approval rules of an owner's company as it is now. */
export async function putRules(t: TestApp, owner: TestCaller, rules: readonly object[]) {
  const { version } = (await t.call(owner, "GET", "/me/company")).body;
  return await t.call(owner, "PUT", "/me/company/approval-rules", { rules, version });
}

/** Replaces the budgets of a member's company as it is now. */
export async function putBudgets(t: TestApp, member: TestCaller, budgets: readonly object[]) {
  const { version } = (await t.call(member, "GET", "/me/company")).body;
  return await t.call(member, "PUT", "/me/company/budgets", { budgets, version });
}
