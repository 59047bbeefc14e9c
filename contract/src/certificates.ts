import { z } from "zod";
import { endpoint, file } from "./endpoint.ts";
import { retirementPurposes, serialBlock } from "./retirements.ts";
import { credits, day, id, instant, named, typedText } from "./shapes.ts";

/** What anyone with a certificate's number may read. */
export const certificate = z.object({
  number: z.string(),
  /** Who issued the certificate. */
  issuer: z.string(),
  quantity: credits,
  projectId: id,
  projectName: z.string(),
  projectType: z.string(),
  /** The registry's number of the project. */
  externalId: z.string().nullable(),
  /** ISO 3166 codes. */
  countries: z.array(z.string()),
  registry: named,
  methodology: z.string(),
  year: z.int(),
  /** First number of the first block, and last number of the last. */
  serialNumberFrom: z.string(),
  serialNumberTo: z.string(),
  blocks: z.array(serialBlock),
  registryUrl: z.string(),
  retiredOn: day,
  /** Null if the buyer chose not to be named here; the message is then left out too, since it may name them. */
  beneficiaryName: z.string().nullable(),
  message: z.string().nullable(),
  purpose: z.enum(retirementPurposes),
  periodFrom: day.nullable(),
  periodTo: day.nullable(),
  /** SHA-256 of the certificate's PDF in hex; null for the moment until the file is generated. */
  sha256: z.string().nullable(),
  /** The credit ledger entry that took these tonnes from their holder's account; null if there is none. */
  ledger: z.object({ entry: id, at: instant }).nullable(),
});
export type Certificate = z.output<typeof certificate>;

export const verifyCertificate = endpoint({
  method: "GET",
  path: "/certificates/:number",
  access: "public",
  summary: "A certificate of retirement, by its unguessable number",
  params: z.object({ number: typedText(1, 100) }),
  response: certificate,
  refusals: ["RATE_LIMITED"],
});

export const getCertificateBadge = endpoint({
  method: "GET",
  path: "/certificates/:number/badge",
  access: "public",
  summary: "A badge (SVG) with a certificate's tonnes and number, for other websites",
  params: z.object({ number: typedText(1, 100) }),
  query: z.strictObject({ tone: z.enum(["light", "dark"]).default("light") }),
  response: file("image/svg+xml"),
  refusals: ["RATE_LIMITED"],
});
