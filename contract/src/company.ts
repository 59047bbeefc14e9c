import { z } from "zod";
import { companyName, personName } from "./accounts.ts";
import { address } from "./addresses.ts";
import { companyRoles } from "./companyRoles.ts";
import { budget, shownRule } from "./approvalRules.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { email, id, idParams, instant, seenVersion, textInt, typedText } from "./shapes.ts";

const text = typedText(3, 200);

export const invoiceDetails = z.strictObject({
  companyName: text,
  invoiceAddress: address,
  invoiceEmail: email,
  vatNumber: typedText(3, 30),
});
export type InvoiceDetails = z.output<typeof invoiceDetails>;

/** Invoice details as returned; all null with version 0 before they are first saved. */
export const companyDetails = z.object({
  companyName: z.string().nullable(),
  invoiceAddress: address.nullable(),
  invoiceEmail: z.string().nullable(),
  vatNumber: z.string().nullable(),
  version: z.int(),
});
export type CompanyDetails = z.output<typeof companyDetails>;

export const getCompanyDetails = endpoint({
  method: "GET",
  path: "/me/company/details",
  access: "admitted",
  summary: "The caller's saved company and invoice details",
  response: companyDetails,
});

export const saveCompanyDetails = endpoint({
  method: "POST",
  path: "/me/company/details",
  access: "admitted",
  companyRight: "details",
  summary: "Save the caller's company and invoice details",
  body: invoiceDetails.extend({
    /** If given, the save is refused if someone else saved in between. */
    version: seenVersion.optional(),
  }),
  response: companyDetails,
  refusals: ["VERSION_CONFLICT"],
});

export const member = z.object({
  userId: id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(companyRoles),
  /** Cannot log in; what they did remains. */
  blocked: z.boolean(),
  /** False for the product's role Anonymous, which opens nothing of the company. */
  admitted: z.boolean(),
  since: instant,
  lastLoginAt: instant.nullable(),
});
export type CompanyMember = z.output<typeof member>;

export const invitation = z.object({
  id,
  email: z.string(),
  role: z.enum(companyRoles),
  /** Name of the inviter. */
  invitedBy: z.string(),
  createdAt: instant,
  /** In the past once it has expired. */
  expiresAt: instant,
});
export type Invitation = z.output<typeof invitation>;

export const company = z.object({
  id,
  name: z.string(),
  /** The caller's role. */
  role: z.enum(companyRoles),
  /** Its members have read access only; the operators know why. */
  blocked: z.boolean(),
  members: z.array(member),
  /** Pending and expired ones. */
  invitations: z.array(invitation),
  requirePurchaseOrderNumber: z.boolean(),
  /** Rules under which a member's order needs a colleague's approval. */
  approvalRules: z.array(shownRule),
  /** Empty for members who may not read orders. */
  budgets: z.array(budget),
  version: z.int(),
});
export type Company = z.output<typeof company>;

export const getCompany = endpoint({
  method: "GET",
  path: "/me/company",
  access: "admitted",
  summary: "The caller's company, with its members and open invitations",
  response: company,
});

export const updateCompany = endpoint({
  method: "PATCH",
  path: "/me/company",
  access: "admitted",
  companyRight: "manage",
  summary: "Change the company's name, or whether an order needs a purchase order number",
  body: z.strictObject({
    name: companyName.optional(),
    requirePurchaseOrderNumber: z.boolean().optional(),
    version: seenVersion,
  }),
  response: company,
  refusals: ["VERSION_CONFLICT"],
});

/** Days until the link of an invitation expires. */
export const invitationDays = 7;

export const inviteMember = endpoint({
  method: "POST",
  path: "/me/company/invitations",
  access: "admitted",
  companyRight: "manage",
  summary:
    "Invite an address by email, for seven days and once; inviting it again replaces the link",
  body: z.strictObject({ email, role: z.enum(companyRoles) }),
  status: 201,
  response: invitation,
  idempotent: true,
  refusals: ["ALREADY_REGISTERED", "RATE_LIMITED"],
});

export const withdrawInvitation = endpoint({
  method: "DELETE",
  path: "/me/company/invitations/:id",
  access: "admitted",
  companyRight: "manage",
  summary: "Withdraw an invitation: its link no longer works",
  params: idParams,
  response: noContent,
});

const memberParams = z.object({ userId: textInt(1) });

export const updateMember = endpoint({
  method: "PATCH",
  path: "/me/company/members/:userId",
  access: "admitted",
  companyRight: "manage",
  summary: "Give a member another role; the last owner stays an owner",
  params: memberParams,
  body: z.strictObject({ role: z.enum(companyRoles) }),
  response: member,
  refusals: ["INVALID_TRANSITION"],
});

export const removeMember = endpoint({
  method: "DELETE",
  path: "/me/company/members/:userId",
  access: "admitted",
  summary:
    "Remove a member, or leave: what they bought and retired stays with the company; the last owner stays",
  params: memberParams,
  response: noContent,
  refusals: ["INVALID_TRANSITION"],
});

const invitationToken = z.string().min(1).max(200);

export const previewInvitation = endpoint({
  method: "POST",
  path: "/auth/invitations/look",
  access: "public",
  summary: "The invitation of a token, which is not used up",
  body: z.strictObject({ token: invitationToken }),
  response: z.object({
    email: z.string(),
    companyName: z.string(),
    role: z.enum(companyRoles),
    invitedBy: z.string(),
    /** The address has a verified account, which joins as it is: no name or password is required. */
    hasAccount: z.boolean(),
  }),
  refusals: ["INVALID_TOKEN", "TOKEN_EXPIRED", "RATE_LIMITED"],
});
export type SeenInvitation = z.output<typeof previewInvitation.response>;

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/auth/invitations/accept",
  access: "public",
  summary:
    "Join a company with the token from the email; without a verified account, a name and password create one",
  body: z.strictObject({
    token: invitationToken,
    // A weak password has an error code of its own, as in registration.
    password: z.string().min(1).max(1024).optional(),
    firstName: personName.optional(),
    lastName: personName.optional(),
  }),
  response: z.object({ username: z.string(), companyName: z.string() }),
  refusals: [
    "INVALID_TOKEN",
    "TOKEN_EXPIRED",
    "INVALID_PASSWORD_CHANGE",
    "BLOCKED",
    "IN_USE",
    "RATE_LIMITED",
  ],
});
