import { z } from "zod";
import { paths } from "../../lib/paths.ts";

/** What a contact form is filled with before a person sees it. */
export interface Prefill {
  firstName: string;
  lastName: string;
  email: string;
  topic: string;
  /** Only the app's own form takes these. */
  projectId?: number | undefined;
  orderId?: number | undefined;
}

/**
 * What an embedded form tells the window around it. The shape and the first two names are those of HubSpot's embeds;
 * the app's own form also says that it was cancelled and how high it is.
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

/** Reads a message; undefined for anything that is none of a form's. */
export function readMessage(data: unknown): FormMessage | undefined {
  return formMessage.safeParse(data).data;
}

/** Tells the window around the app's own form something; without one, nobody hears it. */
export function announce(eventName: FormMessage["eventName"], data?: FormMessage["data"]): void {
  const message = { type: "hsFormCallback", eventName, id: "support", ...(data && { data }) };
  if (window.parent !== window) window.parent.postMessage(message, window.location.origin);
}

/** The address of a form to embed, filled in. Without `external` it is the app's own. */
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
  // Behind the #, who writes does not show up in the logs of servers on the way.
  address.hash = params.toString();
  return address;
}

/** What the app's own form was filled with by `formAddress`. */
export function prefillOf(hash: string): Prefill {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const text = (name: string) => params.get(name) ?? "";
  const id = (name: string) => {
    const given = text(name);
    return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : undefined;
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
