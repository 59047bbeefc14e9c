import { Button } from "@mantine/core";
import type { Certificate } from "@tonneline/contract/certificates";
import { IconFileTypePdf } from "@tabler/icons-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { refusalText } from "../../lib/api.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { CoverArt } from "../../ui/CoverArt.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useOwnRetirement } from "./certificate.queries.ts";
import { downloadCertificate } from "./retirements.queries.ts";
import styles from "./certificate.module.css";

/** Loaded on demand: other pages do not need its tables. */
const QrCode = lazyChunk(async () => ({ default: (await import("../../ui/QrCode.tsx")).QrCode }));

/** The number to compare and share, the file for its owner, and the project's picture. */
export function CertificateAside({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation();
  const { number, projectId, projectName, projectType } = certificate;
  const address = `${location.origin}/certificates/${number}`;
  const own = useOwnRetirement(number);

  async function downloadPdf(id: number) {
    try {
      await downloadCertificate(id, `${number}.pdf`);
    } catch (error) {
      showToast({
        tone: "bad",
        text: t("app.downloadFailed", { reason: refusalText(error) }),
      });
    }
  }

  return (
    <aside className={styles.aside}>
      <div className={styles.scan}>
        <Suspense fallback={<div className={styles.qr} />}>
          <QrCode text={address} label={t("certificates.qr")} className={styles.qr} />
        </Suspense>
        <div>
          <small>{t("certificates.fact.number")}</small>
          <p className={styles.number} translate="no">
            {number}
          </p>
          <CopyButton
            value={address}
            label={t("certificates.copyLink")}
            done={t("certificates.copied")}
          />
        </div>
      </div>
      {own?.hasCertificate && (
        <Button
          fullWidth
          leftSection={<IconFileTypePdf size={18} stroke={1.6} aria-hidden />}
          onClick={() => void downloadPdf(own.id)}
        >
          {t("certificates.download")}
        </Button>
      )}
      <figure className={styles.project}>
        <CoverArt
          seed={String(projectId)}
          type={projectType}
          country={certificate.countries[0]}
          className={styles.cover}
        />
        <figcaption>{projectName}</figcaption>
      </figure>
    </aside>
  );
}
