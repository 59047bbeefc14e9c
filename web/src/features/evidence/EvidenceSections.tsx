import type { Project } from "@tonneline/contract/catalogue";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { ClaimRecord } from "./ClaimRecord.tsx";
import { DeliveryOutlook } from "./DeliveryOutlook.tsx";
import styles from "./evidence.module.css";
import { EvidenceSkeleton } from "./EvidenceSkeleton.tsx";
import { useEvidence } from "./evidence.queries.ts";
import { expectedVintages } from "./outlook.ts";
import { PriceHistory } from "./PriceHistory.tsx";
import { RegistryFigures } from "./RegistryFigures.tsx";
import "../../locales/en/evidence.ts";

interface Props {
  project: Pick<Project, "id" | "registry" | "registryUrl" | "status" | "vintages">;
  /** The vintage whose record is shown. */
  recordOf: number | undefined;
  onRecordOf: (vintageId: number) => void;
}

/** The registry's figures, the record and the prices of a project; a failure here does not affect the rest of the page. */
export default function EvidenceSections({ project, recordOf, onRecordOf }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useEvidence(project.id);
  if (!data && error) {
    return (
      <Part id="evidence" title={t("evidence.title")}>
        <ErrorState
          title={t("evidence.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      </Part>
    );
  }
  if (!data) {
    return (
      <Part id="evidence" title={t("evidence.title")}>
        <EvidenceSkeleton label={t("evidence.waiting")} />
      </Part>
    );
  }
  const expected = expectedVintages(project);
  return (
    <>
      <Part id="evidence" title={t("evidence.title")}>
        <RegistryFigures evidence={data} project={project} />
      </Part>
      <Part id="record" title={t("evidence.record.title")}>
        <ClaimRecord
          evidence={data}
          vintages={project.vintages}
          recordOf={recordOf}
          onRecordOf={onRecordOf}
        />
      </Part>
      {expected.length > 0 && (
        <Part id="delivery" title={t("evidence.delivery.title")}>
          <DeliveryOutlook vintages={expected} />
        </Part>
      )}
      {/* Projects coming soon never show a price. */}
      {data.priceHistory.length > 0 && project.status.id !== "COMING_SOON" && (
        <Part id="prices" title={t("evidence.prices.title")}>
          <PriceHistory history={data.priceHistory} vintages={project.vintages} />
        </Part>
      )}
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section id={id} tabIndex={-1} aria-labelledby={heading} className={styles.part}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}
