import { Skeleton } from "@mantine/core";
import { IconRosetteDiscountCheck } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { codeOf } from "../../lib/api.ts";
import { failureOf } from "../../lib/failure.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { useCertificate } from "./certificate.queries.ts";
import styles from "./certificate.module.css";
import { CertificateText } from "./CertificateText.tsx";
import { CopyCheck } from "./CopyCheck.tsx";
import "../../locales/en/certificates.ts";
import "../../locales/en/management.ts";

/** /certificates/{number}: what a certificate's code leads to, for anybody. */
export function CertificatePage() {
  const { t } = useTranslation();
  const { number } = useParams({ from: "/open/asking/certificates/$number" });
  const { data, error, refetch } = useCertificate(number);
  // What cannot be a number is no number either.
  const isMissing = ["NOT_FOUND", "VALIDATION_FAILED"].includes(codeOf(error) ?? "");
  if (isMissing) {
    return (
      <Page title={t("certificates.missing")}>
        <p className={styles.number}>{number}</p>
        <p>{t("certificates.missingText")}</p>
      </Page>
    );
  }
  return (
    <Page title={t("certificates.title")} isRetired={data !== undefined}>
      {!data && !error && (
        <Skeleton height={1100} role="status" aria-label={t("certificates.loading")} />
      )}
      {!data && error && (
        <ErrorState
          title={t("certificates.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <>
          <p>{t("certificates.confirms", { issuer: data.issuer })}</p>
          <CertificateText stated={data} number={data.number} />
          <CopyCheck sha256={data.sha256} />
          <p className={styles.meaning}>{t("certificates.meaning")}</p>
        </>
      )}
    </Page>
  );
}

function Page(props: { title: string; isRetired?: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      {props.isRetired && (
        <StatusBadge
          tone="done"
          icon={IconRosetteDiscountCheck}
          label={t("management.retirements.status.RETIRED")}
        />
      )}
      <h1>{props.title}</h1>
      {props.children}
    </div>
  );
}
