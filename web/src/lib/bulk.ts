import type { BulkRun, bulkCall, bulkRead, heldCall } from "@tonneline/contract/decisions";
import type { RequestOf } from "@tonneline/contract/endpoint";
import type { z } from "zod";
import { call, isRefusal, Refusal } from "./api.ts";
import { mayWorkAgain } from "./failure.ts";
import { addRun, type HeldRun } from "./runs.ts";

const pollEveryMs = 400;

/** A call that decides on many things, and the one that tells how far it has come. */
interface Calls<Body extends z.ZodType> {
  start: ReturnType<typeof bulkCall<Body>> | ReturnType<typeof heldCall<Body>>;
  read: ReturnType<typeof bulkRead>;
}

interface Following {
  idempotencyKey: string;
  /** Is told the id of the run, once the server has it. */
  onBegun?: (id: number) => void;
  onDone: (count: number) => void;
}

/**
 * Has the server decide on many things and waits for it, telling how many are through. Whoever leaves meanwhile does not
 * stop it. Each result has what the server said against that one thing.
 */
export async function decideOnMany<Body extends z.ZodType>(
  { start, read }: Calls<Body>,
  body: z.input<Body>,
  { idempotencyKey, onBegun, onDone }: Following,
): Promise<Map<number, Refusal | undefined>> {
  const asked = { body } as unknown as RequestOf<typeof start>;
  const { id } = await call(start, asked, { idempotencyKey });
  onBegun?.(id);
  const run = await untilThrough(read, String(id), onDone);
  return new Map(run.results.map((result) => [result.id, refusalOf(result)]));
}

/** What the server said against one thing of many; undefined when it was done. */
export function refusalOf(result: BulkRun["results"][number]): Refusal | undefined {
  const { code, detail, fieldErrors } = result;
  if (code === null) return undefined;
  const problem = { type: "", title: "", status: 409, code, detail: detail ?? "" };
  return new Refusal({ ...problem, ...(fieldErrors && { fieldErrors }) });
}

/** How long a decision can be taken back as if it had never been. */
const heldForSeconds = 10;

/**
 * Has the server hold a decision for ten seconds and then carry it out, whoever leaves meanwhile. It is told, and can be
 * taken back, at the foot of every page.
 */
export async function holdDecision<Body extends z.ZodType>(
  start: ReturnType<typeof heldCall<Body>>,
  body: z.input<Body>,
  idempotencyKey: string,
  held: Omit<HeldRun, "run" | "startsAt">,
): Promise<void> {
  const query = { startsIn: String(heldForSeconds) };
  const asked = { query, body } as unknown as RequestOf<typeof start>;
  const run = await call(start, asked, { idempotencyKey });
  addRun({ ...held, run, startsAt: Date.now() + heldForSeconds * 1000 });
}

async function untilThrough(
  read: ReturnType<typeof bulkRead>,
  id: string,
  onDone: (count: number) => void,
): Promise<BulkRun> {
  const run = await call(read, { params: { id } });
  onDone(run.results.length);
  if (run.results.length === run.total) return run;
  await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
  return await untilThrough(read, id, onDone);
}

interface Versioned {
  id: number;
  version: number;
}

/**
 * Changes one thing after the other, from the versions of a list. One that somebody has changed meanwhile is refused once,
 * so that the operator hears of it; a second try takes it as it is now.
 */
export function changesOf(read: (id: string) => Promise<Versioned>) {
  const versions = new Map<number, number>();
  return {
    mayRetry: (error: unknown) => isRefusal(error, "VERSION_CONFLICT") || mayWorkAgain(error),
    async make({ id, version }: Versioned, save: (thing: Versioned) => Promise<unknown>) {
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
