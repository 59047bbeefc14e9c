import { namesOfCountries } from "@tonneline/contract/countries";
import { inTransaction, type Db } from "../../core/db.ts";
import type { FileStore } from "../../core/files.ts";
import { jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { buyersOf } from "../accounts/users.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import type { CertificateContent } from "./certificate.content.ts";
import { mailRetirementCompleted } from "./retirements.mails.ts";
import { certificateMake } from "./retirements.service.ts";
import {
  setCertificateFile,
  lockRetirement,
  retirementById,
  type RetirementRow,
} from "./retirements.sql.ts";
import { certifiedFacts } from "./retirements.view.ts";

/** Makes the certificate of a completed retirement and mails it to the buyers. */
export function retirementJobs(
  db: Db,
  store: FileStore,
  settings: SettingsService,
  publicUrl: string,
): JobHandlers {
  return jobHandler(certificateMake, async ({ retirementId }) => {
    const row = await retirementById(db, retirementId);
    if (!row?.certificateNumber || row.certificateFileId !== null) return;
    const { seller } = await settings.current();
    const { makeCertificate } = await import("./certificate.pdf.ts");
    const bytes = await makeCertificate(contentOf(row, seller.name, publicUrl));
    await inTransaction(db, async (tx) => {
      // After a crash another worker may have been faster: its file is kept.
      if ((await lockRetirement(tx, retirementId))?.certificate_file_id !== null) return;
      const name = `Certificate of retirement ${row.id}.pdf`;
      const fileId = await store.keep(tx, { name, mediaType: "application/pdf", bytes });
      await setCertificateFile(tx, retirementId, fileId);
      await mailRetirementCompleted(
        tx,
        await buyersOf(tx, { user_id: row.userId, company_id: row.companyId }),
        row,
        { fileId, certificateNumber: row.certificateNumber! },
      );
    });
  });
}

function contentOf(row: RetirementRow, issuer: string, publicUrl: string): CertificateContent {
  const { countries, registry } = row.product;
  return {
    ...certifiedFacts(row, issuer),
    certificateNumber: row.certificateNumber!,
    verifyUrl: `${publicUrl}/certificates/${row.certificateNumber}`,
    countries: namesOfCountries(countries),
    registry: registry.name,
    beneficiaryName: row.beneficiaryName,
    message: row.message,
  };
}
