import type { Certificate } from "@tonneline/contract/certificates";
import { formatDay, formatInteger } from "../../core/formats.ts";
import type { PageHead } from "../../core/http/heads.ts";

/** Says what was retired, in the words of a certificate's page and file; `registry` is its name, `retiredOn` an ISO day. */
export function retiredSentence(quantity: number, registry: string, retiredOn: string): string {
  const [credits, each] =
    quantity === 1
      ? ["1 carbon credit", "standing for one tonne of CO₂ equivalent, was"]
      : [
          `${formatInteger(quantity)} carbon credits`,
          "each standing for one tonne of CO₂ equivalent, were",
        ];
  const they = quantity === 1 ? "It" : "They";
  return `${credits}, ${each} permanently retired in the registry ${registry} on ${formatDay(retiredOn)}. ${they} cannot be sold, transferred or used again.`;
}

/** Returns the head of a certificate's public page, from what that page shows. */
export function certificateHead(certificate: Certificate): PageHead {
  const { number, issuer, quantity, projectName, year, beneficiaryName } = certificate;
  if (!certificate.ledger) {
    return {
      title: "This certificate is not valid.",
      description: `The ledger of ${issuer} has no retirement of these tonnes.`,
    };
  }
  const whom = beneficiaryName ?? "a beneficiary who is not named here";
  const sentence = retiredSentence(quantity, certificate.registry.name, certificate.retiredOn);
  return {
    // With the page's no-break space.
    title: `${formatInteger(quantity)}\u00A0t CO₂e retired for ${whom}`,
    description: `${sentence} Project: ${projectName}, vintage ${year}. Certificate ${number}, issued by ${issuer}.`,
    listedAs: `/certificates/${number}`,
  };
}

/** The head for every number without a certificate. */
export const noCertificate: PageHead = {
  title: "No certificate has this number",
  description:
    "Check it against the number on the certificate, which looks like TL-2026-7F3K-92PV.",
  isMissing: true,
};
