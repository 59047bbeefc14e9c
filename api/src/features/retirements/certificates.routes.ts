import {
  getCertificateBadge,
  verifyCertificate,
  type Certificate,
} from "@tonneline/contract/certificates";
import type { Db } from "../../core/db.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import { bytesAnswer } from "../../core/http/files.ts";
import type { PageHeads } from "../../core/http/heads.ts";
import type { Serve } from "../../core/http/serve.ts";
import { certificateHead, noCertificate } from "./certificateHead.ts";
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
export function certificateRoutes(serve: Serve, db: Db, context: CertificateContext): void {
  serve(verifyCertificate, async ({ params, ip }): Promise<Certificate> =>
    certificateView(await findCertificate(db, context, params.number, ip), await context.issuer()),
  );
  serve(getCertificateBadge, async ({ params, query, ip }) => {
    const row = await findCertificate(db, context, params.number, ip);
    const { certificateNumber, quantity } = row;
    const svg = Buffer.from(badgeSvg(quantity, certificateNumber!, query.tone));
    const file = bytesAnswer(svg, `${certificateNumber}.svg`, "image/svg+xml");
    return { ...file, inline: true as const, anywhere: true as const };
  });
}

/** Returns the heads of certificates' public pages and short addresses. An unknown number counts as in a call. */
export function certificateHeads(db: Db, context: CertificateContext): PageHeads {
  const head = async (typed: string, ip: string) => {
    try {
      const row = await findCertificate(db, context, typed, ip);
      return certificateHead(certificateView(row, await context.issuer()));
    } catch (error) {
      if (error instanceof Refusal) return noCertificate;
      throw error;
    }
  };
  return { "/certificates/:number": head, "/c/:number": head };
}

async function findCertificate(
  db: Db,
  { countMiss }: CertificateContext,
  typed: string,
  ip: string,
): Promise<CertificateRow> {
  const number = certificateNumberOf(typed);
  const row = number && (await certificateBy(db, number));
  if (row) return row;
  await countMiss(ip);
  return refuse("NOT_FOUND", { detail: "There is no certificate with this number." });
}
