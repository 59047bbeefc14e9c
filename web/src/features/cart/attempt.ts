import { z } from "zod";
import { invoiceDetails } from "@tonneline/contract/company";
import { newKey } from "../../lib/newKey.ts";

const checkoutBody = invoiceDetails.extend({ version: z.int().min(0) });
export type CheckoutBody = z.output<typeof checkoutBody>;

const attempt = z.object({
  key: z.string(),
  body: checkoutBody,
  /** True from the moment it was sent until an answer came: an order may exist that we do not know of. */
  unanswered: z.boolean(),
});
export type Attempt = z.output<typeof attempt>;

/** Where attempts are kept: the browser's session storage, so that a reload does not lose the key. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * The checkout that is being attempted: one idempotency key for one content, whatever happens to the answer. The same
 * body gets the same key again; another body gets a new one.
 */
export function createAttempts(shelf: Shelf, name: string) {
  function current(): Attempt | undefined {
    try {
      return attempt.parse(JSON.parse(shelf.getItem(name) ?? "null"));
    } catch {
      // Nothing there, or written by an older version: then there is no attempt to take up.
      return undefined;
    }
  }

  function keep(next: Attempt): Attempt {
    shelf.setItem(name, JSON.stringify(next));
    return next;
  }

  /** To be called right before sending. */
  function begin(body: CheckoutBody): Attempt {
    const found = current();
    const same = found && JSON.stringify(found.body) === JSON.stringify(checkoutBody.parse(body));
    return keep({
      key: same ? found.key : newKey(),
      body: checkoutBody.parse(body),
      unanswered: true,
    });
  }

  /** The server has answered, with an order or with a refusal: nothing is in doubt any more. */
  function settle(): void {
    shelf.removeItem(name);
  }

  return { current, begin, settle };
}
