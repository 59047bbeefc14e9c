import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** `production` on the app's main host, `dev` on the test host, `local` on any other. */
export const environment = z.enum(["production", "dev", "local"]);
export type Environment = z.output<typeof environment>;

/** What the pages need before login. It contains no secrets. */
export const clientSettings = z.object({
  environment,
  release: z.string(),
  /** Where error reports are sent; null while they are off. */
  sentryDsn: z.string().nullable(),
  /** The flag service; `apiUrl` ends with a slash and is a path of this server unless another is configured. */
  flags: z.object({ apiUrl: z.string(), environmentKey: z.string() }),
  /** The external contact form; null for the app's own. */
  contactFormUrl: z.string().nullable(),
  /** The external booking page; null for the app's own form. */
  meetingUrl: z.string().nullable(),
  /** Sites that may be embedded in an iframe. */
  embedHosts: z.array(z.string()),
  /** The name of the marketplace, and its logo if it has its own. */
  brand: z.object({ name: z.string(), logoUrl: z.string().nullable() }),
  /** Demonstration projects are shown: their prices and availability are made up. */
  demonstration: z.boolean(),
  /** The seller's time zone, in which its days begin. */
  timeZone: z.string(),
  /** Payment term of an invoice, in days. */
  paymentDays: z.int(),
  /** Shortlists can be shared by link with people who have no account. */
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
