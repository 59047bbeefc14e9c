import { z } from "zod";
import { endpoint, type Permission } from "./endpoint.ts";
import type { RefusalCode } from "./refusals.ts";
import { id, idParams, instant, problem, textInt } from "./shapes.ts";

/** Something that an operator decides, as data: the server carries it out, and the pages offer it where it is possible. */
export interface Decision<Status extends string = string> {
  /** Who may take it. */
  access: Permission;
  /** From where it is possible, and where it leads. */
  leads: Readonly<Partial<Record<Status, Status>>>;
  /** What is asked of the operator with it. */
  asks: z.ZodType;
}

/** Whether a decision can be taken on something of this status. */
export function isPossible(decision: Decision, status: string): boolean {
  return decision.leads[status] !== undefined;
}

/** The call that takes a decision on the thing of its address: the same key acts once. */
export function decisionCall<const D extends Decision, Schema extends z.ZodType>(
  path: `/${string}/:id/${string}`,
  decision: D,
  facts: { summary: string; response: Schema; refusals?: readonly RefusalCode[] },
) {
  return endpoint({
    method: "POST",
    path,
    access: decision.access,
    summary: facts.summary,
    params: idParams,
    body: decision.asks as D["asks"],
    response: facts.response,
    idempotent: true,
    refusals: ["INVALID_TRANSITION", ...(facts.refusals ?? [])],
  });
}

/** A decision on many things, as far as it has come. */
export const bulkRun = z.object({
  id,
  total: z.int(),
  /** What is stopped before it ran leaves everything as it was. */
  state: z.enum(["WAITING", "RUNNING", "DONE", "STOPPED"]),
  startsAt: instant,
  /** Of those that are through; `code` and `detail` say why nothing was done, `fieldErrors` of which field. */
  results: z.array(
    z.object({
      id,
      code: z.string().nullable(),
      detail: z.string().nullable(),
      fieldErrors: problem.shape.fieldErrors,
    }),
  ),
});
export type BulkRun = z.output<typeof bulkRun>;

/** For how many seconds a run may wait: as long it can be taken back as if it had never been. */
const longestWait = 60;

/** How many things are decided on in one call. */
const mostAtOnce = 1000;

/** The things of a call that decides on many, each once, with what the decision asks. */
export function rowsOf<Asks extends z.ZodType>(asks: Asks) {
  return z
    .array(z.strictObject({ id, asks }))
    .min(1)
    .max(mostAtOnce)
    .refine((rows) => new Set(rows.map((row) => row.id)).size === rows.length, {
      message: "Expected each id once",
    });
}

const many = { response: bulkRun, status: 202, idempotent: true } as const;

/** The call that has a decision taken on many things, one after the other; the same key starts it once. */
export function bulkCall<Body extends z.ZodType>(
  path: `/${string}`,
  access: Permission,
  facts: { summary: string; body: Body },
) {
  return endpoint({ method: "POST", path, access, ...facts, ...many });
}

/** The same of decisions that can be held for a while, and taken back until then. */
export function heldCall<Body extends z.ZodType>(
  path: `/${string}`,
  access: Permission,
  facts: { summary: string; body: Body },
) {
  /** In how many seconds it starts. */
  const startsIn = textInt(0, longestWait).default(0);
  const query = z.strictObject({ startsIn });
  return endpoint({ method: "POST", path, access, query, ...facts, ...many });
}

/** The call that tells its starter how far such a run has come. */
export function bulkRead(path: `/${string}/:id`, access: Permission) {
  return endpoint({
    method: "GET",
    path,
    access,
    summary: "How far one of the caller's decisions on many has come",
    params: idParams,
    response: bulkRun,
  });
}

/** The call that tells its caller which of their runs are not over, wherever they were started. */
export function bulkOpen(path: `/${string}`, access: Permission) {
  return endpoint({
    method: "GET",
    path,
    access,
    summary: "The caller's decisions on many that are not over, the oldest first",
    response: z.object({ content: z.array(bulkRun) }),
  });
}

/** The call that takes a waiting run back, and leaves alone what a running one has not come to. */
export function bulkStop(path: `/${string}/:id/stop`, access: Permission) {
  return endpoint({
    method: "POST",
    path,
    access,
    summary: "Stop one of the caller's decisions on many: what is not done yet stays as it is",
    params: idParams,
    response: bulkRun,
    refusals: ["INVALID_TRANSITION"],
  });
}

/** The call that starts a waiting run at once. */
export function bulkHasten(path: `/${string}/:id/start`, access: Permission) {
  return endpoint({
    method: "POST",
    path,
    access,
    summary: "Start one of the caller's decisions on many that still waits",
    params: idParams,
    response: bulkRun,
    refusals: ["INVALID_TRANSITION"],
  });
}
