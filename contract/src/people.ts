import { z } from "zod";
import { personName, phone } from "./accounts.ts";
import { areas, endpoint, noContent, type Permission } from "./endpoint.ts";
import {
  id,
  idParams,
  instant,
  pageOf,
  pageQuery,
  tabbedListOf,
  textInt,
  typedLines,
  typedText,
  uses,
  seenVersion,
} from "./shapes.ts";

/**
 * State of an account, the first that applies: blocked; address not verified; role Anonymous, waiting to be admitted;
 * admitted.
 */
export const standings = ["TO_ADMIT", "ADMITTED", "UNVERIFIED", "BLOCKED"] as const;
export type Standing = (typeof standings)[number];

/** The specification's User, as operators see it. */
export const managedUser = z.object({
  id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  avatar: z.string().nullable(),
  role: z.object({ id, name: z.string() }),
  companyId: id,
  companyName: z.string(),
  permissions: z.array(z.string()),
  standing: z.enum(standings),
  blocked: z.boolean(),
  blockedReason: z.string().nullable(),
  /** The person was erased; the remaining account stays blocked. */
  erased: z.boolean(),
  /** Login requires a code. */
  hasSecondFactor: z.boolean(),
  registeredAt: instant,
  lastLoginAt: instant.nullable(),
  lastPurchaseAt: instant.nullable(),
  /** Tonnes in paid orders. */
  totalPurchasedVolume: z.int(),
  referalPartnerId: z.int().nullable(),
  referalPartnerName: z.string().nullable(),
  referalExternalId: z.string().nullable(),
  version: z.int(),
});
export type ManagedUser = z.output<typeof managedUser>;

export const listUsers = endpoint({
  method: "GET",
  path: "/management/users",
  access: "users:read",
  summary: "Everybody who has an account",
  ...tabbedListOf(managedUser, {
    sorts: [
      "id",
      "name",
      "username",
      "role",
      "company",
      "standing",
      "partner",
      "registeredAt",
      "lastLoginAt",
      "lastPurchaseAt",
      "totalPurchasedVolume",
    ],
    tabs: { field: "standing", names: standings },
    filters: {
      companyId: textInt(1).optional(),
      roleId: textInt(1).optional(),
      partnerId: textInt(1).optional(),
    },
  }),
  csv: true,
});

export const getUser = endpoint({
  method: "GET",
  path: "/management/users/:id",
  access: "users:read",
  summary: "One account",
  params: idParams,
  response: managedUser,
});

export const updateUser = endpoint({
  method: "PATCH",
  path: "/management/users/:id",
  access: "users:write",
  summary: "Change names, role or partner; the role User admits a buyer, who is notified by email",
  params: idParams,
  body: z.strictObject({
    version: seenVersion,
    firstName: personName.optional(),
    lastName: personName.optional(),
    phone: phone.nullable().optional(),
    roleId: id.optional(),
    referalPartnerId: id.nullable().optional(),
  }),
  response: managedUser,
  refusals: ["VERSION_CONFLICT", "INVALID_TRANSITION"],
});

export const blockUser = endpoint({
  method: "POST",
  path: "/management/users/:id/block",
  access: "users:write",
  summary: "Block an account: all its sessions end, and it cannot log in until unblocked",
  params: idParams,
  body: z.strictObject({ reason: typedLines(3, 1000).optional() }).nullish(),
  response: managedUser,
  refusals: ["INVALID_TRANSITION"],
});

export const unblockUser = endpoint({
  method: "POST",
  path: "/management/users/:id/unblock",
  access: "users:write",
  summary: "Unblock an account",
  params: idParams,
  response: managedUser,
  refusals: ["INVALID_TRANSITION"],
});

/** Every permission there is. */
export const permissions = areas.flatMap((area) => [
  `${area}:read` as const,
  `${area}:write` as const,
]) as [Permission, ...Permission[]];

/** Whether the first permissions include all of the second: nobody manages an account or role with rights they lack. */
export function hasAllPermissions(mine: Iterable<string>, theirs: readonly string[]): boolean {
  const held = new Set(mine);
  return theirs.every((each) => held.has(each));
}

export const managedRole = z.object({
  id,
  name: z.string(),
  permissions: z.array(z.string()),
  /** Built-in role: its name and permissions cannot be changed. */
  fixed: z.boolean(),
  users: z.int(),
  version: z.int(),
});

const roleBody = {
  name: typedText(1, 60),
  permissions: z.array(z.enum(permissions)).max(permissions.length),
};

export const listRoles = endpoint({
  method: "GET",
  path: "/management/roles",
  access: "users:read",
  summary: "Roles, with what they may do and how many have them",
  query: pageQuery,
  response: pageOf(managedRole),
});

export const createRole = endpoint({
  method: "POST",
  path: "/management/roles",
  access: "users:write",
  summary: "Create a role; nobody can grant what they may not do themselves",
  body: z.strictObject(roleBody),
  response: managedRole,
  status: 201,
  idempotent: true,
});

export const updateRole = endpoint({
  method: "PATCH",
  path: "/management/roles/:id",
  access: "users:write",
  summary: "Rename a role or change what it may do",
  params: idParams,
  body: z.strictObject({ ...roleBody, version: seenVersion }),
  response: managedRole,
  refusals: ["VERSION_CONFLICT", "INVALID_TRANSITION"],
});

export const getRoleUses = endpoint({
  method: "GET",
  path: "/management/roles/:id/uses",
  access: "users:write",
  summary: "People who have a role, which prevents its deletion",
  params: idParams,
  response: uses,
});

export const deleteRole = endpoint({
  method: "DELETE",
  path: "/management/roles/:id",
  access: "users:write",
  summary: "Delete a role that nobody has",
  params: idParams,
  response: noContent,
  refusals: ["IN_USE", "INVALID_TRANSITION"],
});
