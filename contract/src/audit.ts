import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { day, id, idParams, instant, listOf, repeatable, typedText } from "./shapes.ts";

/** One entry of the audit log: an immutable record of an action. */
export const auditEntry = z.object({
  id,
  at: instant,
  /** Null if nobody was logged in. */
  actorId: z.int().nullable(),
  /** The username at the time; for a failed login the one that was tried. */
  actor: z.string().nullable(),
  ip: z.string().nullable(),
  /** Subject and verb: `order.approve`. */
  action: z.string(),
  thingType: z.string().nullable(),
  thingId: z.string().nullable(),
  thingName: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** The format of an action: `order.approve`, `secondFactor.enable`. */
export const auditAction = /^[a-zA-Z-]+\.[a-zA-Z-]+$/;

const auditList = listOf(auditEntry, {
  sorts: ["at", "actor", "ip", "action", "thing"],
  filters: {
    action: repeatable(z.string().regex(auditAction)).optional(),
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
    /** Every action that occurs in the log, for a filter. */
    actions: z.array(z.string()),
  }),
  csv: true,
});

export const getAuditEntry = endpoint({
  method: "GET",
  path: "/management/audit/:id",
  access: "audit:read",
  summary: "One entry, with its position in the hash chain",
  params: idParams,
  response: auditEntry.extend({
    position: z.int(),
    /** SHA-256 in hex, over the previous hash and this entry. */
    hash: z.string(),
  }),
});
