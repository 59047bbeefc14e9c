import { z } from "zod";
import { money, typedText } from "./shapes.ts";

export const approvalRuleKinds = [
  /** Net total in euros over a limit. */
  "AMOUNT",
  /** Tonnes in all over a limit. */
  "TONNES",
  /** Credits that are not issued yet. */
  "EX_ANTE",
  /** A project without any quality label. */
  "WITHOUT_LABEL",
  /** More than is left of its cost centre's budget. */
  "OVER_BUDGET",
] as const;
export type ApprovalRuleKind = (typeof approvalRuleKinds)[number];

/** Kinds that say over which figure: euros net, or tonnes. */
export const limitedKinds: readonly ApprovalRuleKind[] = ["AMOUNT", "TONNES"];

export const approvalRule = z
  .strictObject({
    kind: z.enum(approvalRuleKinds),
    over: z.number().min(0).max(1_000_000_000).multipleOf(0.01).optional(),
  })
  .superRefine(({ kind, over }, context) => {
    const wrong = (message: string) =>
      context.addIssue({ code: "custom", path: ["over"], message });
    if (limitedKinds.includes(kind) && over === undefined) wrong("Say over which figure");
    if (!limitedKinds.includes(kind) && over !== undefined) wrong("This rule has no figure");
    if (kind === "TONNES" && !Number.isInteger(over)) wrong("Whole tonnes");
  });
export type ApprovalRule = z.output<typeof approvalRule>;

/** A rule as read. */
export const shownRule = z.object({
  kind: z.enum(approvalRuleKinds),
  over: z.number().optional(),
});

export const budgetFigures = {
  /** Net, in the calendar year. */
  amount: money,
  /** In requests that wait. */
  requested: money,
  /** Ordered and not paid yet. */
  ordered: money,
  paid: money,
  /** Below zero when more was ordered than was planned. */
  left: z.number(),
};

export const budgetKey = { costCentre: typedText(1, 60), year: z.int().min(2000).max(2100) };

/** What tells cost centres apart: "CC-100" and "cc-100" are one, which each document says as it was typed. */
export const costCentreKey = (costCentre: string) => costCentre.toLowerCase();
export const budget = z.object({ ...budgetKey, ...budgetFigures });
export type Budget = z.output<typeof budget>;
