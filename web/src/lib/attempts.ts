import { z } from "zod";
import type { refusals } from "@tonneline/contract/refusals";
import { isRefusal, Refusal } from "./api.ts";
import { isDecided } from "./failure.ts";
import { newKey } from "./newKey.ts";

/** Where attempts are stored: the browser's session storage, so that a reload does not lose the key. */
export type AttemptStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A request that was sent and not decided on as far as we know: the server may have acted. */
interface Attempt<Body> {
  key: string;
  body: Body;
}

/**
 * Manages a call that must take effect only once, even if its response is lost: one idempotency key per body. The same
 * body gets the same key again; a different body gets a new one.
 */
export function createAttempts<Body>(
  storage: AttemptStorage,
  name: string,
  schema: z.ZodType<Body>,
) {
  const attempt = z.object({ key: z.string(), body: schema });

  function current(): Attempt<Body> | undefined {
    try {
      return attempt.parse(JSON.parse(storage.getItem(name) ?? "null")) as Attempt<Body>;
    } catch {
      // Nothing stored, or written by an older version: there is no attempt to resume.
      return undefined;
    }
  }

  const store = (sent: Attempt<Body>) => storage.setItem(name, JSON.stringify(sent));

  function begin(input: Body): Attempt<Body> {
    const stored = current();
    const { data: body, error } = schema.safeParse(input);
    if (error) throw invalid(error);
    const same = stored && JSON.stringify(stored.body) === JSON.stringify(body);
    const next = { key: same ? stored.key : newKey(), body };
    store(next);
    return next;
  }

  /** Forgets the attempt: its outcome is known, or the user gives it up. */
  function settle(): void {
    storage.removeItem(name);
  }

  /**
   * Makes the call for a body, and settles the attempt once the server has decided on it; if it refused a different body
   * than the earlier one, that one is current again. Throws what `act` throws, or what the server would answer if the
   * contract refuses the body, which is then not sent.
   */
  async function send<Answer>(
    input: Body,
    act: (attempt: Attempt<Body>) => Promise<Answer>,
  ): Promise<Answer> {
    const earlier = current();
    const attempt = begin(input);
    try {
      const answer = await act(attempt);
      settle();
      return answer;
    } catch (error) {
      const isTurnedAway = isRefusal(error) && error.status === 429;
      if (isDecided(error) || isTurnedAway) {
        settle();
        // What was sent before may have been completed, unless the decision is about it.
        if (earlier && (isTurnedAway || earlier.key !== attempt.key)) store(earlier);
      }
      throw error;
    }
  }

  return { current, send, settle };
}

// Same as the server's.
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
