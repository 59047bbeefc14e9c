import type { BulkRun, bulkCall, bulkRead, delayedBulkCall } from "@tonneline/contract/decisions";
import type { RequestOf } from "@tonneline/contract/endpoint";
import type { z } from "zod";
import { call, isRefusal, Refusal, Unreachable } from "./api.ts";
import { isRetryable } from "./failure.ts";
import { addRun, type ScheduledRun } from "./runs.ts";

const pollEveryMs = 400;

/** A call that decides on many records, and the call that reads its progress. */
interface BulkCalls<Body extends z.ZodType> {
  start: ReturnType<typeof bulkCall<Body>> | ReturnType<typeof delayedBulkCall<Body>>;
  read: ReturnType<typeof bulkRead>;
}

interface ProgressOptions {
  idempotencyKey: string;
  /** Receives the id of the run, once the server has it. */
  onStarted?: (id: number) => void;
  onDone: (count: number) => void;
}

/**
 * Has the server decide on many records and waits for it, reporting how many are done. Leaving the page does not stop
 * it. The result maps each id to the server's refusal for that record, if any. Throws Unreachable if the progress
 * cannot be read: by then, each of them may be done.
 */
export async function decideOnMany<Body extends z.ZodType>(
  { start, read }: BulkCalls<Body>,
  body: z.input<Body>,
  { idempotencyKey, onStarted, onDone }: ProgressOptions,
): Promise<Map<number, Refusal | undefined>> {
  const request = { body } as unknown as RequestOf<typeof start>;
  const { id } = await call(start, request, { idempotencyKey });
  onStarted?.(id);
  const run = await pollUntilDone(read, String(id), onDone).catch((cause: unknown) => {
    throw new Unreachable({ cause });
  });
  return new Map(run.results.map((result) => [result.id, refusalOf(result)]));
}

/** Returns the server's refusal for one record of a bulk run; undefined if it succeeded. */
export function refusalOf(result: BulkRun["results"][number]): Refusal | undefined {
  const { code, detail, fieldErrors } = result;
  if (code === null) return undefined;
  const problem = { type: "", title: "", status: 409, code, detail: detail ?? "" };
  return new Refusal({ ...problem, ...(fieldErrors && { fieldErrors }) });
}

/** How long a decision can be undone without leaving a trace. */
const undoSeconds = 10;

/**
 * Has the server hold a decision for ten seconds and then carry it out, even if the page is left. Until then it is
 * shown, with an undo, at the foot of every page.
 */
export async function scheduleDecision<Body extends z.ZodType>(
  start: ReturnType<typeof delayedBulkCall<Body>>,
  body: z.input<Body>,
  idempotencyKey: string,
  scheduled: Omit<ScheduledRun, "run" | "startsAt">,
): Promise<void> {
  const query = { startsIn: String(undoSeconds) };
  const request = { query, body } as unknown as RequestOf<typeof start>;
  const run = await call(start, request, { idempotencyKey });
  addRun({ ...scheduled, run, startsAt: Date.now() + undoSeconds * 1000 });
}

async function pollUntilDone(
  read: ReturnType<typeof bulkRead>,
  id: string,
  onDone: (count: number) => void,
): Promise<BulkRun> {
  const run = await call(read, { params: { id } });
  onDone(run.results.length);
  if (run.results.length === run.total) return run;
  await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
  return await pollUntilDone(read, id, onDone);
}

interface Versioned {
  id: number;
  version: number;
}

/**
 * Changes records one after another, starting from the versions in a list. A record that was changed meanwhile is
 * refused once, so that the operator learns of it; a retry uses its current version.
 */
export function createVersionedChanges(read: (id: string) => Promise<Versioned>) {
  const versions = new Map<number, number>();
  return {
    mayRetry: (error: unknown) => isRefusal(error, "VERSION_CONFLICT") || isRetryable(error),
    async apply({ id, version }: Versioned, save: (thing: Versioned) => Promise<unknown>) {
      try {
        await save({ id, version: versions.get(id) ?? version });
      } catch (error) {
        if (isRefusal(error, "VERSION_CONFLICT"))
          versions.set(id, (await read(String(id))).version);
        throw error;
      }
    },
  };
}
