import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** `production` on the app's main host, `dev` on the test host, `local` on any other. */
export const environment = z.enum(["production", "dev", "local"]);
export type Environment = z.output<typeof environment>;

/** What the pages must know before anybody logs in. Nothing in it is secret. */
export const clientSettings = z.object({
  environment,
  release: z.string(),
  /** Where error reports go; null while they are off. */
  sentryDsn: z.string().nullable(),
  /** The flag service; `apiUrl` ends with a slash and is a path of this server unless another is configured. */
  flags: z.object({ apiUrl: z.string(), environmentKey: z.string() }),
  /** The external contact form; null for the app's own. */
  contactFormUrl: z.string().nullable(),
  /** The external booking page; null for the app's own form. */
  meetingUrl: z.string().nullable(),
  /** Sites whose pages may stand in a frame. */
  embedHosts: z.array(z.string()),
  /** The name of the marketplace, and its logo when it has an own one. */
  brand: z.object({ name: z.string(), logoUrl: z.string().nullable() }),
  /** Projects of the demonstration are on show: their prices and what is left of them are invented. */
  demonstration: z.boolean(),
  /** Where the seller's days begin. */
  timeZone: z.string(),
  /** Within how many days an invoice is to be paid. */
  paymentDays: z.int(),
  /** A shortlist can be shared by a link, with people who have no account. */
  sharesByLink: z.boolean(),
  /** The links of the footer. */
  links: z.object({
    companySite: z.string().nullable(),
    privacy: z.string(),
    terms: z.string(),
    salesTerms: z.string(),
  }),
});
export type ClientSettings = z.output<typeof clientSettings>;

export const getClientSettings = endpoint({
  method: "GET",
  path: "/client-settings",
  access: "public",
  summary: "Environment, release and addresses that the pages work with",
  response: clientSettings,
});
