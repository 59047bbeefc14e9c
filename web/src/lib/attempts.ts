import { z } from "zod";
import type { refusals } from "@tonneline/contract/refusals";
import { isRefusal, Refusal } from "./api.ts";
import { newKey } from "./newKey.ts";

/** Where attempts are kept: the browser's session storage, so that a reload does not lose the key. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface Attempt<Body> {
  key: string;
  body: Body;
  /** True from the moment it was sent until an answer came: it may have been done without our knowing. */
  unanswered: boolean;
}

/**
 * A call that must act once, whatever happens to the answer: one idempotency key for one content. The same body gets
 * the same key again; another body gets a new one.
 */
export function createAttempts<Body>(shelf: Shelf, name: string, shape: z.ZodType<Body>) {
  const attempt = z.object({ key: z.string(), body: shape, unanswered: z.boolean() });

  function current(): Attempt<Body> | undefined {
    try {
      return attempt.parse(JSON.parse(shelf.getItem(name) ?? "null")) as Attempt<Body>;
    } catch {
      // Nothing there, or written by an older version: then there is no attempt to take up.
      return undefined;
    }
  }

  /** To be called right before sending. What the contract refuses is not sent: it throws what the server would answer. */
  function begin(given: Body): Attempt<Body> {
    const found = current();
    const { data: body, error } = shape.safeParse(given);
    if (error) throw invalid(error);
    const same = found && JSON.stringify(found.body) === JSON.stringify(body);
    const next = { key: same ? found.key : newKey(), body, unanswered: true };
    shelf.setItem(name, JSON.stringify(next));
    return next;
  }

  /** The server has answered, whatever it said: nothing is in doubt any more. */
  function settle(): void {
    shelf.removeItem(name);
  }

  return { current, begin, settle };
}

// As the server says it.
const validationFailed: (typeof refusals)["VALIDATION_FAILED"] = {
  status: 400,
  text: "Some fields are missing or not valid.",
};

function invalid({ issues }: z.ZodError): Refusal {
  const { status, text } = validationFailed;
  return new Refusal({
    type: "about:blank",
    title: text,
    status,
    code: "VALIDATION_FAILED",
    detail: text,
    fieldErrors: issues.map(({ path, message }) => ({ path: path.join("."), message })),
  });
}

/** Whether the server has refused for good. A lost answer, or a server in trouble, leaves open whether it acted. */
export function isDefinite(error: unknown): boolean {
  return isRefusal(error) && error.status < 500 && error.status !== 401;
}
