import { verifyCertificate, type Certificate } from "@tonneline/contract/certificates";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { Serve } from "../../core/http/serve.ts";
import { certificateNumberOf } from "./certificates.rules.ts";
import { certificateBy } from "./retirements.sql.ts";
import { certificateView } from "./retirements.view.ts";

export interface CertificateContext {
  /** The name of whoever issues certificates. */
  issuer: () => Promise<string>;
  /** Told the address of a caller whose number does not exist; refuses with RATE_LIMITED after too many. */
  countMiss: (ip: string) => Promise<void>;
}

/** The page that a certificate leads to, for anybody who has its number. */
export function certificateRoutes(
  serve: Serve,
  db: Db,
  { issuer, countMiss }: CertificateContext,
): void {
  serve(verifyCertificate, async ({ params, ip }): Promise<Certificate> => {
    const number = certificateNumberOf(params.number);
    const row = number && (await certificateBy(db, number));
    if (row) return certificateView(row, await issuer());
    await countMiss(ip);
    return refuse("NOT_FOUND", { detail: "There is no certificate with this number." });
  });
}
