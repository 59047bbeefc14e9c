import { z } from "zod";
import {
  approvalRule,
  budget,
  budgetFigures,
  budgetKey,
  costCentreKey,
  shownRule,
} from "./approvalRules.ts";
import { endpoint } from "./endpoint.ts";
import { orderItem } from "./orderItems.ts";
import { order, orderDetails } from "./orders.ts";
import { changedFacts } from "./codes.ts";
import { company } from "./company.ts";
import {
  id,
  idParams,
  instant,
  money,
  mineFilter,
  seenVersion,
  tabbedListOf,
  textInt,
  typedLines,
} from "./shapes.ts";
import { vatCategories } from "./vat.ts";

export const approvalStatuses = ["PENDING", "APPROVED", "REFUSED", "WITHDRAWN", "EXPIRED"] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** The response to a checkout that is subject to a rule: a colleague decides. */
export const pendingApproval = z.object({
  approval: z.object({
    id,
    status: z.enum(approvalStatuses),
    rules: z.array(shownRule),
    /** When the reservation of its credits ends. */
    expiresAt: instant,
  }),
});
export type PendingApproval = z.output<typeof pendingApproval>;

const person = z.object({ userId: id, username: z.string(), name: z.string() });

export const approvalSummary = pendingApproval.shape.approval.extend({
  requester: person,
  totalCredits: z.int(),
  totalPriceNet: money,
  totalPriceGross: money,
  costCentre: z.string().nullable(),
  createdAt: instant,
  decidedAt: instant.nullable(),
  /** Null if nobody decided: the requester withdrew it, or it expired. */
  decidedBy: person.nullable(),
  /** Whether the caller may decide it. */
  mayDecide: z.boolean(),
  orderId: id.nullable(),
  version: z.int(),
});
export type ApprovalSummary = z.output<typeof approvalSummary>;

export const approval = approvalSummary.extend({
  items: z.array(orderItem),
  /** Ids of the projects among the items that have no label. */
  withoutLabel: z.array(id),
  details: orderDetails,
  vatPercentage: z.number(),
  vatAmount: money,
  vatCategory: z.enum(vatCategories),
  /** Reason for the refusal. */
  reason: z.string().nullable(),
  /** Its requester has already extended it. */
  prolonged: z.boolean(),
  /** When the requester last sent a reminder to those who may decide. */
  remindedAt: instant.nullable(),
  /** Names of those who may decide; empty once it is decided, or if nobody may. */
  waitsFor: z.array(z.string()),
  /** Where the catalogue differs by now. The prices of the request still apply. */
  changes: z.array(
    z.object({
      name: z.string(),
      /** Vintage year as in the request; null for a report. */
      year: z.int().nullable(),
      fact: z.enum(changedFacts),
      before: z.union([z.string(), z.number(), z.boolean()]).nullable(),
      after: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    }),
  ),
  /** Budget of its cost centre this year; null without one. */
  budget: z.object({ costCentre: z.string(), year: z.int(), ...budgetFigures }).nullable(),
});
export type Approval = z.output<typeof approval>;

export const listApprovals = endpoint({
  method: "GET",
  path: "/me/approvals",
  access: "admitted",
  companyRight: "orders",
  summary: "The order requests of the caller's company",
  ...tabbedListOf(approvalSummary, {
    sorts: ["createdAt", "expiresAt", "totalPriceNet"],
    tabs: { field: "status", names: approvalStatuses },
    filters: {
      by: mineFilter,
      /** Only requests that the caller may decide. */
      waitingFor: mineFilter,
    },
  }),
  csv: true,
});

export const getApproval = endpoint({
  method: "GET",
  path: "/me/approvals/:id",
  access: "admitted",
  companyRight: "orders",
  summary: "One order request",
  params: idParams,
  response: approval,
});

export const approveRequest = endpoint({
  method: "POST",
  path: "/me/approvals/:id/approve",
  access: "admitted",
  companyRight: "decide",
  summary: "Place the order that a colleague asked for, at the prices of the request",
  params: idParams,
  body: z.strictObject({ version: seenVersion.optional() }).optional(),
  response: order,
  refusals: [
    "INVALID_TRANSITION",
    "VERSION_CONFLICT",
    "CART_CHANGED",
    "NOT_PURCHASABLE",
    "RATE_LIMITED",
  ],
});

export const refuseRequest = endpoint({
  method: "POST",
  path: "/me/approvals/:id/refuse",
  access: "admitted",
  companyRight: "decide",
  summary: "Refuse a colleague's request, with a reason; its credits return to sale",
  params: idParams,
  body: z.strictObject({ reason: typedLines(3, 1000) }),
  response: approval,
  refusals: ["INVALID_TRANSITION"],
});

export const withdrawRequest = endpoint({
  method: "POST",
  path: "/me/approvals/:id/withdraw",
  access: "admitted",
  companyRight: "buy",
  summary: "Withdraw the caller's request; its credits return to sale",
  params: idParams,
  response: approval,
  refusals: ["INVALID_TRANSITION"],
});

/** Hours between two reminders by a requester. */
export const reminderHours = 24;

export const remindApprovers = endpoint({
  method: "POST",
  path: "/me/approvals/:id/remind",
  access: "admitted",
  companyRight: "buy",
  summary: "Remind those who may approve the caller's request; once in 24 hours",
  params: idParams,
  response: approval,
  refusals: ["INVALID_TRANSITION", "RATE_LIMITED"],
});

export const extendRequest = endpoint({
  method: "POST",
  path: "/me/approvals/:id/prolong",
  access: "admitted",
  companyRight: "buy",
  summary: "Extend the caller's request, once, by its original duration",
  params: idParams,
  response: approval,
  refusals: ["INVALID_TRANSITION"],
});

/** The company's version as the caller read it: the save is refused if a colleague has saved since. */
const seenVersionQuery = z.strictObject({ version: textInt().optional() });

export const putApprovalRules = endpoint({
  method: "PUT",
  path: "/me/company/approval-rules",
  access: "admitted",
  companyRight: "manage",
  summary: "What needs a colleague's approval; replaces all rules",
  query: seenVersionQuery,
  body: z.array(approvalRule).max(20),
  response: company,
  refusals: ["VERSION_CONFLICT"],
});

const planned = z.strictObject({
  ...budgetKey,
  amount: z.number().min(0).max(1_000_000_000_000).multipleOf(0.01),
});
export const getBudgets = endpoint({
  method: "GET",
  path: "/me/company/budgets",
  access: "admitted",
  companyRight: "orders",
  summary:
    "The company's budgets by cost centre and year, with what is requested, ordered, paid and left",
  response: z.array(budget),
});

export const putBudgets = endpoint({
  method: "PUT",
  path: "/me/company/budgets",
  access: "admitted",
  companyRight: "details",
  summary: "Replace the company's budgets",
  query: seenVersionQuery,
  body: z
    .array(planned)
    .max(500)
    .superRefine((budgets, context) => {
      const seen = new Set<string>();
      for (const [index, { costCentre, year }] of budgets.entries()) {
        const key = `${year} ${costCentreKey(costCentre)}`;
        if (seen.has(key))
          context.addIssue({
            code: "custom",
            path: [index, "costCentre"],
            message: "This cost centre already has a budget for this year",
          });
        seen.add(key);
      }
    }),
  response: z.array(budget),
  refusals: ["VERSION_CONFLICT"],
});
