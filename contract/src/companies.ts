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

/** CLOSED: merged into another company, or left by its last member. */
export const companyStates = ["ACTIVE", "BLOCKED", "CLOSED"] as const;

/** A company as operators list it. */
export const managedCompany = z.object({
  id,
  name: z.string(),
  state: z.enum(companyStates),
  /** From its invoice details, once saved. */
  legalName: z.string().nullable(),
  vatNumber: z.string().nullable(),
  countryCode: z.string().nullable(),
  /** The first of its owners who can act for it, or while none of its people is admitted, who will be able to. */
  ownerName: z.string().nullable(),
  members: z.int(),
  orders: z.int(),
  /** Gross total of paid orders, less credit notes. */
  paid: money,
  /** Amount due for orders that are neither paid nor rejected: gross, less what was credited and received. */
  open: money,
  createdAt: instant,
  version: z.int(),
});
export type ManagedCompany = z.output<typeof managedCompany>;

/** A company's balance with the seller: its open orders are those of `toApprove` and of `invoiced`. */
const companyAccount = z.object({
  /** The day that the figures apply to. */
  asOf: day,
  /** Amount due on its invoices. */
  invoiced: money,
  openInvoices: z.int(),
  overdue: money,
  overdueInvoices: z.int(),
  /** Due date of the earliest of them. */
  overdueSince: day.nullable(),
  toApprove: money,
  ordersToApprove: z.int(),
  /** When the earliest of them was placed. */
  waitingSince: instant.nullable(),
  /** Overpaid amount, to be refunded. */
  toRefund: money,
  /** Median number of days from invoice to payment; null before the first payment. */
  paysAfterDays: z.int().nullable(),
  paidOrders: z.int(),
  paidTonnes: z.int(),
});

/** A company with its members and holdings. */
export const companyRecord = managedCompany.extend({
  details: companyDetails,
  /** Its e-invoice format, and where its e-invoices are sent. */
  eInvoices: companyEInvoices.omit({ version: true }),
  blockedReason: z.string().nullable(),
  /** Amount due above which an approval requires a reason; null without a limit. */
  creditLimit: money.nullable(),
  mergedInto: z.object({ id, name: z.string() }).nullable(),
  mergeReason: z.string().nullable(),
  account: companyAccount,
  people: z.array(member),
  /** Only invitations that are still pending. */
  invitations: z.array(invitation),
  holdings: z.object({
    vintages: z.int(),
    purchased: z.int(),
    inProgress: z.int(),
    retired: z.int(),
    available: z.int(),
    /** The part of `available` that is not issued yet, and so cannot be retired. */
    expected: z.int(),
  }),
  retirements: z.int(),
});
export type CompanyRecord = z.output<typeof companyRecord>;

export const listCompanies = endpoint({
  method: "GET",
  path: "/management/companies",
  access: "users:read",
  summary: "All companies, past buyers included",
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

/** A company's holding of one vintage, in tonnes. */
export const companyHolding = z.object({
  /** Id of the vintage. */
  id,
  projectId: id,
  projectName: z.string(),
  year: z.int(),
  purchased: z.int(),
  inProgress: z.int(),
  retired: z.int(),
  available: z.int(),
  /** The part of `available` that is not issued yet. */
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

export const updateCompanyRecord = endpoint({
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
  summary: "Block a company: its members have read-only access",
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
    "Permanently merge a company into another, which takes over its members, orders, holdings and retirements",
  params: idParams,
  body: reason.extend({ intoId: id }),
  response: companyRecord,
  idempotent: true,
  refusals: ["INVALID_TRANSITION"],
});

export const appointOwner = endpoint({
  method: "POST",
  path: "/management/companies/:id/owner",
  access: "users:write",
  summary: "Make a member the owner of a company without an owner who can act for it",
  params: idParams,
  body: reason.extend({ userId: id }),
  response: companyRecord,
  refusals: ["INVALID_TRANSITION"],
});
