import {
  getCertificateBadge,
  verifyCertificate,
  type Certificate,
} from "@tonneline/contract/certificates";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { bytesAnswer } from "../../core/http/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { certificateNumberOf } from "./certificates.rules.ts";
import { badgeSvg } from "./badge.svg.ts";
import { certificateBy, type CertificateRow } from "./retirements.sql.ts";
import { certificateView } from "./retirements.view.ts";

export interface CertificateContext {
  /** The name of the certificates' issuer. */
  issuer: () => Promise<string>;
  /** Called with the IP of a caller who asks for an unknown number; refuses with RATE_LIMITED after too many. */
  countMiss: (ip: string) => Promise<void>;
}

/** Registers the endpoints of a certificate's public page, for anyone with its number. */
export function certificateRoutes(
  serve: Serve,
  db: Db,
  { issuer, countMiss }: CertificateContext,
): void {
  const find = async (typed: string, ip: string): Promise<CertificateRow> => {
    const number = certificateNumberOf(typed);
    const row = number && (await certificateBy(db, number));
    if (row) return row;
    await countMiss(ip);
    return refuse("NOT_FOUND", { detail: "There is no certificate with this number." });
  };
  serve(verifyCertificate, async ({ params, ip }): Promise<Certificate> =>
    certificateView(await find(params.number, ip), await issuer()),
  );
  serve(getCertificateBadge, async ({ params, query, ip }) => {
    const { certificateNumber, quantity } = await find(params.number, ip);
    const svg = Buffer.from(badgeSvg(quantity, certificateNumber!, query.tone));
    const file = bytesAnswer(svg, `${certificateNumber}.svg`, "image/svg+xml");
    return { ...file, inline: true as const, anywhere: true as const };
  });
}
