import type { BulkRun, bulkCall, bulkRead } from "@tonneline/contract/decisions";
import type { RequestOf } from "@tonneline/contract/endpoint";
import type { z } from "zod";
import { call, Refusal } from "./api.ts";

const askEveryMs = 400;

/** A call that decides on many things, and the one that tells how far it has come. */
interface Calls<Body extends z.ZodType> {
  start: ReturnType<typeof bulkCall<Body>>;
  read: ReturnType<typeof bulkRead>;
}

/**
 * Has the server decide on many things and waits for it, telling how many are through. Whoever leaves meanwhile does not
 * stop it. Each result has what the server said against that one thing.
 */
export async function decideOnMany<Body extends z.ZodType>(
  { start, read }: Calls<Body>,
  body: z.input<Body>,
  { idempotencyKey, onDone }: { idempotencyKey: string; onDone: (count: number) => void },
): Promise<Map<number, Refusal | undefined>> {
  const asked = { body } as RequestOf<typeof start>;
  const { id } = await call(start, asked, { idempotencyKey });
  const run = await untilThrough(read, String(id), onDone);
  return new Map(
    run.results.map(({ id: row, code, detail, fieldErrors }) => [
      row,
      code === null
        ? undefined
        : new Refusal({
            type: "",
            title: "",
            status: 409,
            code,
            detail: detail ?? "",
            ...(fieldErrors && { fieldErrors }),
          }),
    ]),
  );
}

async function untilThrough(
  read: ReturnType<typeof bulkRead>,
  id: string,
  onDone: (count: number) => void,
): Promise<BulkRun> {
  const run = await call(read, { params: { id } });
  onDone(run.results.length);
  if (run.results.length === run.total) return run;
  await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  return await untilThrough(read, id, onDone);
}
