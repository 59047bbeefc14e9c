import { IconCertificate } from "@tabler/icons-react";
import type { Retirement } from "@tonneline/contract/retirements";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { NoValue } from "../../ui/NoValue.tsx";
import styles from "./retirements.module.css";
import { downloadCertificate } from "./retirements.queries.ts";

/** The certificate of a retirement, available for download once it is generated. */
export function CertificateLink({ retirement }: { retirement: Retirement }) {
  const { t } = useTranslation();
  const { id, status, hasCertificate } = retirement;
  if (status !== "RETIRED") return <NoValue />;
  if (!hasCertificate) {
    return <span className={styles.soft}>{t("retirements.certificateSoon")}</span>;
  }
  return (
    <DownloadLink
      label={t("retirements.certificateOf", { id })}
      onDownload={() => downloadCertificate(id, t("retirements.certificateName", { id }))}
      reasonOf={refusalText}
    >
      <IconCertificate size={16} stroke={1.8} aria-hidden />
      {t("retirements.certificate")}
    </DownloadLink>
  );
}
