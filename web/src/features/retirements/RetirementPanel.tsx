import { Drawer, Skeleton } from "@mantine/core";
import type { Retirement } from "@tonneline/contract/retirements";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { dateTime, day, tonnes } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { RetirementStatusBadge } from "./admin/RetirementStatusBadge.tsx";
import { CertificateLink } from "./CertificateLink.tsx";
import styles from "./retirements.module.css";
import { useRetirement } from "./retirements.queries.ts";

/** One retirement beside the list: what was asked for and what the registry did. */
export function RetirementPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { data: retirement, error, refetch } = useRetirement(id);
  return (
    <Drawer
      opened={id !== ""}
      onClose={onClose}
      size="min(480px, 100vw)"
      classNames={{ title: styles.panelTitle }}
      title={t("retirements.one", { id })}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      {!retirement && !error && <Skeleton height={320} aria-label={t("app.loading")} />}
      {!retirement && error && (
        <ErrorState
          title={t("retirements.oneFailed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {retirement && (
        <div className={styles.panel}>
          <div>
            <RetirementStatusBadge status={retirement.status} />
          </div>
          {retirement.declineReason && (
            <Banner tone="warn" title={t("retirements.returned")}>
              {retirement.declineReason}
            </Banner>
          )}
          <Facts retirement={retirement} />
        </div>
      )}
    </Drawer>
  );
}

function Facts({ retirement }: { retirement: Retirement }) {
  const { t } = useTranslation();
  const { periodFrom, periodTo, registryUrl, externalId, retiredAt } = retirement;
  const mono = (text: string | null) => text && <span className={styles.mono}>{text}</span>;
  const facts: [string, ReactNode][] = [
    [t("retirements.facts.tonnes"), tonnes(retirement.quantity)],
    [t("retirements.facts.project"), retirement.projectName],
    [
      t("retirements.facts.registry"),
      <>
        {retirement.registry.name} {mono(externalId)}
      </>,
    ],
    [t("retirements.facts.vintage"), retirement.year],
    [t("retirements.facts.beneficiary"), retirement.beneficiaryName],
    [t("retirements.facts.unnamed"), retirement.unnamed && t("retirements.facts.unnamedYes")],
    [t("retirements.facts.purpose"), t(`portfolio.retire.purposes.${retirement.purpose}`)],
    [
      t("retirements.facts.period"),
      (periodFrom || periodTo) &&
        `${periodFrom ? day(periodFrom) : "…"} – ${periodTo ? day(periodTo) : "…"}`,
    ],
    [t("retirements.facts.message"), retirement.message],
    [t("retirements.facts.requested"), dateTime(retirement.requestedAt)],
    [t("retirements.facts.retired"), retiredAt && day(retiredAt)],
    [t("retirements.facts.from"), mono(retirement.serialNumberFrom)],
    [t("retirements.facts.to"), mono(retirement.serialNumberTo)],
    [
      t("retirements.facts.link"),
      registryUrl && (
        <a href={registryUrl} target="_blank" rel="noreferrer">
          {registryUrl}
        </a>
      ),
    ],
    [
      t("retirements.facts.certificate"),
      retirement.status === "RETIRED" && <CertificateLink retirement={retirement} />,
    ],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
