import { z } from "zod";
import { endpoint, file } from "./endpoint.ts";
import { retirementPurposes, serialBlock } from "./retirements.ts";
import { credits, day, id, instant, named, typedText } from "./shapes.ts";

/** What anybody may read who was given a certificate's number. */
export const certificate = z.object({
  number: z.string(),
  /** Who issued the certificate. */
  issuer: z.string(),
  quantity: credits,
  projectId: id,
  projectName: z.string(),
  projectType: z.string(),
  /** The registry's own number of the project. */
  externalId: z.string().nullable(),
  /** ISO 3166 codes. */
  countries: z.array(z.string()),
  registry: named,
  methodology: z.string(),
  year: z.int(),
  /** Of the first block, and of the last. */
  serialNumberFrom: z.string(),
  serialNumberTo: z.string(),
  blocks: z.array(serialBlock),
  registryUrl: z.string(),
  retiredOn: day,
  /** Null when the buyer chose not to be named here; then the message is left out too, since it may name them. */
  beneficiaryName: z.string().nullable(),
  message: z.string().nullable(),
  purpose: z.enum(retirementPurposes),
  periodFrom: day.nullable(),
  periodTo: day.nullable(),
  /** SHA-256 of the certificate's PDF in hexadecimal digits; null for the moment until the file is made. */
  sha256: z.string().nullable(),
  /** The entry of the credit ledger by which these tonnes left their holder's account; null when there is none. */
  ledger: z.object({ entry: id, at: instant }).nullable(),
});
export type Certificate = z.output<typeof certificate>;

export const verifyCertificate = endpoint({
  method: "GET",
  path: "/certificates/:number",
  access: "public",
  summary: "What a certificate of retirement stands for, by its unguessable number",
  params: z.object({ number: typedText(1, 100) }),
  response: certificate,
  refusals: ["RATE_LIMITED"],
});

export const certificateBadge = endpoint({
  method: "GET",
  path: "/certificates/:number/badge",
  access: "public",
  summary: "A picture (SVG) of a certificate's tonnes and number, for pages of other hosts",
  params: z.object({ number: typedText(1, 100) }),
  query: z.strictObject({ tone: z.enum(["light", "dark"]).default("light") }),
  response: file("image/svg+xml"),
  refusals: ["RATE_LIMITED"],
});
