import { z } from "zod";
import { retirementPurposes, serialBlock } from "@tonneline/contract/retirements";

const text = z.string().trim().min(1);
const day = z.iso.date();

/** The contents of a retirement certificate: what was retired, where it is recorded, when and for whom. */
export const certificateContent = z.strictObject({
  certificateNumber: text,
  /** The public page that verifies this certificate. */
  verifyUrl: z.url(),
  /** Who issues the certificate. */
  issuer: text,
  /** Tonnes of CO₂ equivalent. */
  quantity: z.int().positive(),
  projectId: z.int().positive(),
  projectName: text,
  projectType: text,
  /** The project's number at the registry. */
  externalId: text.nullable(),
  /** English names. */
  countries: z.array(text),
  registry: text,
  methodology: z.string(),
  year: z.int(),
  blocks: z.array(serialBlock).min(1),
  registryUrl: z.url(),
  retiredOn: day,
  beneficiaryName: text,
  purpose: z.enum(retirementPurposes),
  message: z.string().nullable(),
  periodFrom: day.nullable(),
  periodTo: day.nullable(),
});
export type CertificateContent = z.output<typeof certificateContent>;

/** The purposes a buyer can choose, as worded on a certificate. */
export const purposeWords: Record<CertificateContent["purpose"], string> = {
  OWN_EMISSIONS: "Own emissions",
  ON_BEHALF: "On behalf of another organisation or person",
  CONTRIBUTION: "Environmental contribution",
  CORPORATE_INVENTORY: "Corporate emissions inventory",
  PRODUCT_OR_EVENT: "Product or event",
  REGULATORY: "Regulatory obligation",
  OTHER: "Other",
};
