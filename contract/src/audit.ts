import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { day, id, idParams, instant, listOf, many, typedText } from "./shapes.ts";

/** One thing that somebody did; it never changes. */
export const auditEntry = z.object({
  id,
  at: instant,
  /** Null when nobody was logged in. */
  actorId: z.int().nullable(),
  /** The username as it was then; for a failed login the one that was tried. */
  actor: z.string().nullable(),
  ip: z.string().nullable(),
  /** Thing and verb: `order.approve`. */
  action: z.string(),
  thingType: z.string().nullable(),
  thingId: z.string().nullable(),
  thingName: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** How an action is written: `order.approve`, `secondFactor.enable`. */
export const auditAction = /^[a-zA-Z-]+\.[a-zA-Z-]+$/;

const auditList = listOf(auditEntry, {
  sorts: ["at", "actor", "ip", "action", "thing"],
  filters: {
    action: many(z.string().regex(auditAction)).optional(),
    thingType: typedText(1, 40).optional(),
    thingId: typedText(1, 200).optional(),
    from: day.optional(),
    to: day.optional(),
  },
});

export const listAudit = endpoint({
  method: "GET",
  path: "/management/audit",
  access: "audit:read",
  summary: "Who did what, when and from where",
  ...auditList,
  response: auditList.response.extend({
    /** Every action that the log knows, for a filter. */
    actions: z.array(z.string()),
  }),
  csv: true,
});

export const getAuditEntry = endpoint({
  method: "GET",
  path: "/management/audit/:id",
  access: "audit:read",
  summary: "One entry, with its place in the chain of hashes",
  params: idParams,
  response: auditEntry.extend({
    position: z.int(),
    /** SHA-256 in hex, over the hash before and this entry. */
    hash: z.string(),
  }),
});
