import { z } from "zod";
import { companyDetails, invitation, member } from "./company.ts";
import { companyEInvoices } from "./eInvoices.ts";
import { endpoint } from "./endpoint.ts";
import {
  day,
  id,
  idParams,
  instant,
  listOf,
  money,
  seenVersion,
  tabbedListOf,
  typedLines,
} from "./shapes.ts";

/** Closed: merged into another, or left by its last member. */
export const companyStates = ["ACTIVE", "BLOCKED", "CLOSED"] as const;

/** A company as operators list it. */
export const managedCompany = z.object({
  id,
  name: z.string(),
  state: z.enum(companyStates),
  /** Of its invoice details, once saved. */
  legalName: z.string().nullable(),
  vatNumber: z.string().nullable(),
  countryCode: z.string().nullable(),
  /** Who can log in and owns it, the first of them. */
  ownerName: z.string().nullable(),
  members: z.int(),
  orders: z.int(),
  /** Gross of paid orders, less what was credited. */
  paid: money,
  /** What is owed for orders that are neither paid nor rejected: their gross, less what was credited and received. */
  open: money,
  createdAt: instant,
  version: z.int(),
});
export type ManagedCompany = z.output<typeof managedCompany>;

/** How a company stands with the seller: its open orders are those of `toApprove` and of `invoiced`. */
const companyAccount = z.object({
  /** The day that it holds for. */
  asOf: day,
  /** What is still to be paid of its invoices. */
  invoiced: money,
  openInvoices: z.int(),
  overdue: money,
  overdueInvoices: z.int(),
  /** When the first of them was due. */
  overdueSince: day.nullable(),
  toApprove: money,
  ordersToApprove: z.int(),
  /** When the first of them was placed. */
  waitingSince: instant.nullable(),
  /** What was paid above what is owed, to be sent back. */
  toRefund: money,
  /** The median of the days from its invoices to their payment; null before the first was paid. */
  paysAfterDays: z.int().nullable(),
  paidOrders: z.int(),
  paidTonnes: z.int(),
});

/** The same with who is in it and what it has. */
export const companyRecord = managedCompany.extend({
  details: companyDetails,
  /** How it wants its invoices as XML, and where they are routed. */
  eInvoices: companyEInvoices.omit({ version: true }),
  blockedReason: z.string().nullable(),
  /** How much may be owed before an approval asks for a reason; null without a limit. */
  creditLimit: money.nullable(),
  mergedInto: z.object({ id, name: z.string() }).nullable(),
  mergeReason: z.string().nullable(),
  account: companyAccount,
  people: z.array(member),
  /** Those that wait for their answer. */
  invitations: z.array(invitation),
  holdings: z.object({
    vintages: z.int(),
    purchased: z.int(),
    inProgress: z.int(),
    retired: z.int(),
    available: z.int(),
    /** Of what is available: not issued yet, and so not to be retired. */
    expected: z.int(),
  }),
  retirements: z.int(),
});
export type CompanyRecord = z.output<typeof companyRecord>;

export const listCompanies = endpoint({
  method: "GET",
  path: "/management/companies",
  access: "users:read",
  summary: "Every company that buys, or did",
  ...tabbedListOf(managedCompany, {
    sorts: ["id", "name", "members", "orders", "paid", "open", "createdAt"],
    tabs: { field: "state", names: companyStates },
  }),
  csv: true,
});

export const getCompanyRecord = endpoint({
  method: "GET",
  path: "/management/companies/:id",
  access: "users:read",
  summary: "One company, with its members, money, holdings and retirements",
  params: idParams,
  response: companyRecord,
});

/** What a company holds of a vintage, in tonnes. */
export const companyHolding = z.object({
  /** Of the vintage. */
  id,
  projectId: id,
  projectName: z.string(),
  year: z.int(),
  purchased: z.int(),
  inProgress: z.int(),
  retired: z.int(),
  available: z.int(),
  /** Of what is available: not issued yet. */
  expected: z.int(),
});
export type CompanyHolding = z.output<typeof companyHolding>;

export const listCompanyHoldings = endpoint({
  method: "GET",
  path: "/management/companies/:id/holdings",
  access: "users:read",
  summary: "What a company holds, vintage by vintage",
  params: idParams,
  ...listOf(companyHolding, {
    sorts: ["available", "purchased", "retired", "projectName", "year"],
  }),
});

export const changeCompanyRecord = endpoint({
  method: "PATCH",
  path: "/management/companies/:id",
  access: "users:write",
  summary: "Set a company's credit limit; null lifts it",
  params: idParams,
  body: z.strictObject({ creditLimit: money.nullable(), version: seenVersion }),
  response: companyRecord,
  refusals: ["VERSION_CONFLICT", "INVALID_TRANSITION"],
});

const reason = z.strictObject({ reason: typedLines(3, 1000) });

export const blockCompany = endpoint({
  method: "POST",
  path: "/management/companies/:id/block",
  access: "users:write",
  summary: "Block a company: its members can only read",
  params: idParams,
  body: reason,
  response: companyRecord,
  refusals: ["INVALID_TRANSITION"],
});

export const unblockCompany = endpoint({
  method: "POST",
  path: "/management/companies/:id/unblock",
  access: "users:write",
  summary: "Unblock a company",
  params: idParams,
  response: companyRecord,
  refusals: ["INVALID_TRANSITION"],
});

export const mergeCompany = endpoint({
  method: "POST",
  path: "/management/companies/:id/merge",
  access: "users:write",
  summary:
    "Merge a company into another for good: members, orders, holdings and retirements become the other's",
  params: idParams,
  body: reason.extend({ intoId: id }),
  response: companyRecord,
  refusals: ["INVALID_TRANSITION"],
});

export const appointOwner = endpoint({
  method: "POST",
  path: "/management/companies/:id/owner",
  access: "users:write",
  summary: "Make a member the owner of a company that has none who can log in",
  params: idParams,
  body: reason.extend({ userId: id }),
  response: companyRecord,
  refusals: ["INVALID_TRANSITION"],
});
