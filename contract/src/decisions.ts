import { z } from "zod";
import { endpoint, type Permission } from "./endpoint.ts";
import type { RefusalCode } from "./refusals.ts";
import { id, idParams, instant, pageOf, pageQuery, problem, textInt } from "./shapes.ts";

/** An operator's decision, declared as data: the server carries it out, and the pages offer it where it is possible. */
export interface Decision<Status extends string = string> {
  /** Permission needed to take it. */
  access: Permission;
  /** The statuses it is possible in, each with the status it leads to. */
  transitions: Readonly<Partial<Record<Status, Status>>>;
  /** Schema of the input that the operator provides. */
  input: z.ZodType;
}

/** Whether a decision can be taken in this status. */
export function isPossible(decision: Decision, status: string): boolean {
  return decision.transitions[status] !== undefined;
}

/** Declares the call that takes a decision on the record in its path; idempotent by key. */
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
    body: decision.input as D["input"],
    response: facts.response,
    idempotent: true,
    refusals: ["INVALID_TRANSITION", ...(facts.refusals ?? [])],
  });
}

/** A bulk decision and its progress. */
export const bulkRun = z.object({
  id,
  total: z.int(),
  /** STOPPED before it ran: nothing was changed. */
  state: z.enum(["WAITING", "RUNNING", "DONE", "STOPPED"]),
  startsAt: instant,
  /** Items processed so far; `code` and `detail` say why nothing was done, `fieldErrors` for which field. */
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

/** The longest delay of a run, in seconds; until it starts it can be cancelled without a trace. */
const maxDelaySeconds = 60;

/** How many items one call may decide on. */
const maxItems = 1000;

/** The items of a bulk call, each id once, with the input of the decision. */
export function rowsOf<Input extends z.ZodType>(input: Input) {
  return z
    .array(z.strictObject({ id, asks: input }))
    .min(1)
    .max(maxItems)
    .refine((rows) => new Set(rows.map((row) => row.id)).size === rows.length, {
      message: "Expected each id once",
    });
}

const bulkResponse = { response: bulkRun, status: 202, idempotent: true } as const;

/** Declares the call that takes a decision on many items, one after the other; idempotent by key. */
export function bulkCall<Body extends z.ZodType>(
  path: `/${string}`,
  access: Permission,
  facts: { summary: string; body: Body },
) {
  return endpoint({ method: "POST", path, access, ...facts, ...bulkResponse });
}

/** Like `bulkCall`, for decisions that can be delayed, and cancelled until they start. */
export function delayedBulkCall<Body extends z.ZodType>(
  path: `/${string}`,
  access: Permission,
  facts: { summary: string; body: Body },
) {
  /** Delay before it starts, in seconds. */
  const startsIn = textInt(0, maxDelaySeconds).default(0);
  const query = z.strictObject({ startsIn });
  return endpoint({ method: "POST", path, access, query, ...facts, ...bulkResponse });
}

/** Declares the call that returns the progress of a run to whoever started it. */
export function bulkRead(path: `/${string}/:id`, access: Permission) {
  return endpoint({
    method: "GET",
    path,
    access,
    summary: "Progress of one of the caller's bulk decisions",
    params: idParams,
    response: bulkRun,
  });
}

/** Declares the call that returns the caller's unfinished runs, wherever they were started. */
export function bulkOpen(path: `/${string}`, access: Permission) {
  return endpoint({
    method: "GET",
    path,
    access,
    summary: "The caller's unfinished bulk decisions, oldest first",
    query: pageQuery,
    response: pageOf(bulkRun),
  });
}

/** Declares the call that cancels a waiting run, or stops a running one before its remaining items. */
export function bulkStop(path: `/${string}/:id/stop`, access: Permission) {
  return endpoint({
    method: "POST",
    path,
    access,
    summary: "Stop one of the caller's bulk decisions; what is not done yet stays unchanged",
    params: idParams,
    response: bulkRun,
    refusals: ["INVALID_TRANSITION"],
  });
}

/** Declares the call that starts a waiting run at once. */
export function bulkStartNow(path: `/${string}/:id/start`, access: Permission) {
  return endpoint({
    method: "POST",
    path,
    access,
    summary: "Start one of the caller's bulk decisions now, while it waits",
    params: idParams,
    response: bulkRun,
    refusals: ["INVALID_TRANSITION"],
  });
}
