import { z } from "zod";
import { endpoint, noContent } from "./endpoint.ts";
import { id, idParams, instant, listOf, money, typedText, uses, seenVersion } from "./shapes.ts";

export const managedPartner = z.object({
  id,
  name: z.string(),
  /** Everyone who registers through it counts as referred by the partner. */
  registrationUrl: z.url(),
  referredUsers: z.int(),
  /** From paid orders of the people referred. */
  purchasedCredits: z.int(),
  purchasedNet: money,
  createdAt: instant,
  version: z.int(),
});
export type ManagedPartner = z.output<typeof managedPartner>;

const partnerName = typedText(1, 200);

export const listPartners = endpoint({
  method: "GET",
  path: "/management/partners",
  access: "directory:read",
  summary: "Partners, with their registration links and what their referrals bought",
  ...listOf(managedPartner, {
    sorts: ["name", "referredUsers", "purchasedCredits", "purchasedNet", "createdAt"],
  }),
  csv: true,
});

export const getPartner = endpoint({
  method: "GET",
  path: "/management/partners/:id",
  access: "directory:read",
  summary: "One partner",
  params: idParams,
  response: managedPartner,
});

export const createPartner = endpoint({
  method: "POST",
  path: "/management/partners",
  access: "directory:write",
  summary: "Add a partner",
  body: z.strictObject({ name: partnerName }),
  response: managedPartner,
  status: 201,
  idempotent: true,
});

export const updatePartner = endpoint({
  method: "PATCH",
  path: "/management/partners/:id",
  access: "directory:write",
  summary: "Rename a partner",
  params: idParams,
  body: z.strictObject({ name: partnerName, version: seenVersion }),
  response: managedPartner,
  refusals: ["VERSION_CONFLICT"],
});

export const getPartnerUses = endpoint({
  method: "GET",
  path: "/management/partners/:id/uses",
  access: "directory:write",
  summary: "People whom a partner referred, which prevents its deletion",
  params: idParams,
  response: uses,
});

export const deletePartner = endpoint({
  method: "DELETE",
  path: "/management/partners/:id",
  access: "directory:write",
  summary: "Delete a partner who referred nobody",
  params: idParams,
  response: noContent,
  refusals: ["IN_USE"],
});
