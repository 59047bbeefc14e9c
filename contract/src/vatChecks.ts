import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { day, id, idParams, instant, pageOf, pageQuery, typedLines, typedText } from "./shapes.ts";

export const vatCheckSources = ["OPERATOR", "VIES"] as const;

/** The result of checking a company's VAT number. */
export const companyVatCheck = z.object({
  id,
  vatNumber: z.string(),
  result: z.enum(["VALID", "INVALID"]),
  checkedAt: instant,
  evidence: z.string().nullable(),
  source: z.enum(vatCheckSources),
  /** For a response of VIES: proof of the request. */
  consultationNumber: z.string().nullable(),
  /** The company's name in the register, if it gives one. */
  registeredName: z.string().nullable(),
  /** The operator who checked. */
  actor: z.string(),
  /** The last day on which it is offered for an approval. */
  offeredUntil: day,
});
export type CompanyVatCheck = z.output<typeof companyVatCheck>;

export const listVatChecks = endpoint({
  method: "GET",
  path: "/management/companies/:id/vat-checks",
  access: "orders:read",
  summary: "Results of checks of a company's VAT numbers, newest first",
  params: idParams,
  query: pageQuery,
  response: pageOf(companyVatCheck).extend({
    /** Whether this server queries the EU's VIES. */
    asksVies: z.boolean(),
  }),
});

/** Defaults to the VAT number that the company saved, or else that of its latest order. */
const vatNumber = typedText(3, 30).optional();

export const recordVatCheck = endpoint({
  method: "POST",
  path: "/management/companies/:id/vat-checks",
  access: "orders:write",
  summary: "Record the result of a manual check: it is suggested for every order of the company",
  params: idParams,
  body: z.strictObject({
    vatNumber,
    result: z.enum(["VALID", "INVALID"]),
    /** When the register was queried; a plain day means noon. */
    checkedAt: z.union([instant, day]),
    evidence: typedLines(3, 1000).optional(),
  }),
  response: companyVatCheck,
  status: 201,
  idempotent: true,
});

export const requestViesCheck = endpoint({
  method: "POST",
  path: "/management/companies/:id/vat-checks/vies",
  access: "orders:write",
  summary: "Ask the EU's VIES whether the VAT number is valid, and record its answer",
  params: idParams,
  body: z.strictObject({ vatNumber }),
  response: companyVatCheck,
  status: 201,
});
