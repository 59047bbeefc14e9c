import { z } from "zod";
import { money, typedText } from "./shapes.ts";

export const approvalRuleKinds = [
  /** Net total above a limit in euros. */
  "AMOUNT",
  /** Total tonnes above a limit. */
  "TONNES",
  /** Includes credits that are not issued yet. */
  "EX_ANTE",
  /** Includes a project without any quality label. */
  "WITHOUT_LABEL",
  /** Exceeds what is left of its cost centre's budget. */
  "OVER_BUDGET",
] as const;
export type ApprovalRuleKind = (typeof approvalRuleKinds)[number];

/** Kinds with a limit: euros net, or tonnes. */
export const limitedKinds: readonly ApprovalRuleKind[] = ["AMOUNT", "TONNES"];

export const approvalRule = z
  .strictObject({
    kind: z.enum(approvalRuleKinds),
    over: z
      .number()
      .min(0)
      .max(1_000_000_000)
      .multipleOf(0.01)
      .describe("Euros, or whole tonnes if `kind` is TONNES")
      .optional(),
  })
  .superRefine(({ kind, over }, context) => {
    const wrong = (message: string) =>
      context.addIssue({ code: "custom", path: ["over"], message });
    if (limitedKinds.includes(kind) && over === undefined)
      wrong("Enter the figure above which approval is needed");
    if (!limitedKinds.includes(kind) && over !== undefined) wrong("This rule has no figure");
    if (kind === "TONNES" && !Number.isInteger(over)) wrong("Whole tonnes");
  });
export type ApprovalRule = z.output<typeof approvalRule>;

/** A rule as returned. */
export const shownRule = z.object({
  kind: z.enum(approvalRuleKinds),
  over: z.number().optional(),
});

export const budgetFigures = {
  /** Net, per calendar year. */
  amount: money,
  /** In pending requests. */
  requested: money,
  /** Ordered but not paid yet. */
  ordered: money,
  paid: money,
  /** Negative if more was ordered than budgeted. */
  left: z.number(),
};

export const budgetKey = { costCentre: typedText(1, 60), year: z.int().min(2000).max(2100) };

/** The comparison key of a cost centre: "CC-100" and "cc-100" are the same, though each document shows it as typed. */
export const costCentreKey = (costCentre: string) => costCentre.toLowerCase();
export const budget = z.object({ ...budgetKey, ...budgetFigures });
export type Budget = z.output<typeof budget>;
