import { Skeleton } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { failureOf, isNotFound } from "../../lib/failure.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { usePageTitle } from "../../ui/pageTitle.ts";
import { useCertificate } from "./certificate.queries.ts";
import styles from "./certificate.module.css";
import { CertificateBody } from "./CertificateBody.tsx";
import { CheckAnother } from "./CheckAnother.tsx";
import "../../locales/en/certificates.ts";
import "../../locales/en/retirements.ts";

/** /certificates/{number}: the public page behind a certificate's QR code. */
export function CertificatePage() {
  const { t } = useTranslation();
  const { number } = useParams({ from: "/open/asking/certificates/$number" });
  const { data, error, dataUpdatedAt, refetch } = useCertificate(number);
  const isMissing = isNotFound(error);
  if (data) {
    return (
      <div className={styles.page}>
        <CheckAnother />
        <CertificateBody certificate={data} lookedUp={new Date(dataUpdatedAt).toISOString()} />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <CheckAnother key={`${number} ${isMissing}`} typed={isMissing ? number : ""} />
      {isMissing ? <Missing number={number} /> : <h1>{t("certificates.title")}</h1>}
      {!error && <Skeleton height={900} role="status" aria-label={t("certificates.loading")} />}
      {error && !isMissing && (
        <ErrorState
          title={t("certificates.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}

function Missing({ number }: { number: string }) {
  const { t } = useTranslation();
  const title = t("certificates.missing");
  // As in the HTML that the server sends.
  usePageTitle(title);
  return (
    <>
      <h1>{title}</h1>
      <p className={styles.number}>{number}</p>
      <p>{t("certificates.missingText")}</p>
    </>
  );
}
