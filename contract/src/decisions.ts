import type { z } from "zod";
import { endpoint, type Permission } from "./endpoint.ts";
import type { RefusalCode } from "./refusals.ts";
import { idParams } from "./shapes.ts";

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
export function decisionCall<const D extends Decision, Answer extends z.ZodType>(
  path: `/${string}/:id/${string}`,
  decision: D,
  said: { summary: string; answer: Answer; refusals?: readonly RefusalCode[] },
) {
  return endpoint({
    method: "POST",
    path,
    access: decision.access,
    summary: said.summary,
    params: idParams,
    body: decision.asks as D["asks"],
    answer: said.answer,
    idempotent: true,
    refusals: ["INVALID_TRANSITION", ...(said.refusals ?? [])],
  });
}
