import { z } from "zod";
import { paths } from "../../lib/paths.ts";

/** Values that a contact form is prefilled with. */
export interface Prefill {
  firstName: string;
  lastName: string;
  email: string;
  topic: string;
  /** Only supported by the app's own form. */
  projectId?: number | undefined;
  orderId?: number | undefined;
}

/**
 * Messages that an embedded form sends to its parent window. The format and the first two names are those of
 * HubSpot's embeds; the app's own form also reports that it was cancelled, and its height.
 */
const eventNames = ["onFormReady", "onFormSubmitted", "onFormCancelled", "onFormResized"] as const;
const formMessage = z.object({
  type: z.literal("hsFormCallback"),
  eventName: z.enum(eventNames),
  data: z
    .object({ height: z.number().positive().max(20_000) })
    .optional()
    .catch(undefined),
});
export type FormMessage = z.output<typeof formMessage>;

/** Parses a message; undefined if it is not a form's. */
export function readMessage(data: unknown): FormMessage | undefined {
  return formMessage.safeParse(data).data;
}

/** Sends a message from the app's own form to its parent window, if there is one. */
export function announce(eventName: FormMessage["eventName"], data?: FormMessage["data"]): void {
  const message = { type: "hsFormCallback", eventName, id: "support", ...(data && { data }) };
  if (window.parent !== window) window.parent.postMessage(message, window.location.origin);
}

/** Returns the URL of a prefilled form to embed; the app's own if `external` is null. */
export function formAddress(external: string | null, prefill: Prefill): URL {
  const { firstName, lastName, email, topic, projectId, orderId } = prefill;
  const fields = { firstname: firstName, lastname: lastName, email, topic };
  const params = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ""));
  if (external !== null) {
    const address = new URL(external);
    for (const [name, value] of params) address.searchParams.set(name, value);
    return address;
  }
  if (projectId !== undefined) params.set("project", String(projectId));
  if (orderId !== undefined) params.set("order", String(orderId));
  const address = new URL(paths.supportForm, window.location.origin);
  // In the fragment, personal data does not appear in server logs along the way.
  address.hash = params.toString();
  return address;
}

/** Returns what `formAddress` has prefilled the app's own form with. */
export function prefillOf(hash: string): Prefill {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const text = (name: string) => params.get(name) ?? "";
  const id = (name: string) => {
    const value = text(name);
    return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;
  };
  return {
    firstName: text("firstname"),
    lastName: text("lastname"),
    email: text("email"),
    topic: text("topic"),
    projectId: id("project"),
    orderId: id("order"),
  };
}
