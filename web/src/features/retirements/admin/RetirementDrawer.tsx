import { Button, Drawer, Skeleton } from "@mantine/core";
import type { ManagedRetirement } from "@tonneline/contract/retirements";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../../lib/failure.ts";
import { dateTime, day, tonnes } from "../../../lib/format.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import styles from "./admin.module.css";
import { useManagedRetirement } from "./admin.queries.ts";
import { RetirementStatusBadge } from "./RetirementStatusBadge.tsx";

export type Step = "complete" | "decline";

interface Props {
  /** "" while it is closed. */
  id: string;
  canWrite: boolean;
  onStep: (step: Step, retirement: ManagedRetirement) => void;
  onClose: () => void;
}

/** One retirement beside the list, with what can be done about it. */
export function RetirementDrawer({ id, canWrite, onStep, onClose }: Props) {
  const { t } = useTranslation();
  const { data: retirement, error, refetch } = useManagedRetirement(id);
  return (
    <Drawer
      opened={id !== ""}
      onClose={onClose}
      size="min(560px, 100vw)"
      classNames={{ title: styles.drawerTitle }}
      title={t("management.retirements.one", { id })}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      {!retirement && !error && <Skeleton height={320} aria-label={t("app.loading")} />}
      {!retirement && error && (
        <ErrorState
          title={t("management.retirements.oneFailed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {retirement && (
        <div className={styles.drawer}>
          <div className={styles.actions}>
            <RetirementStatusBadge status={retirement.status} />
            {canWrite && retirement.status === "RETIREMENT_IN_PROGRESS" && (
              <>
                <Button size="sm" onClick={() => onStep("complete", retirement)}>
                  {t("management.retirements.complete")}
                </Button>
                <Button
                  size="sm"
                  variant="outline"
                  color="red.7"
                  onClick={() => onStep("decline", retirement)}
                >
                  {t("management.retirements.decline")}
                </Button>
              </>
            )}
          </div>
          <Facts retirement={retirement} />
        </div>
      )}
    </Drawer>
  );
}

function Facts({ retirement }: { retirement: ManagedRetirement }) {
  const { t } = useTranslation();
  const { periodFrom, periodTo, registryUrl } = retirement;
  const mono = (text: string | null) => text && <span className={styles.mono}>{text}</span>;
  const facts: [string, ReactNode][] = [
    [t("management.retirements.column.requested"), dateTime(retirement.requestedAt)],
    [t("management.retirements.column.buyer"), retirement.companyName],
    [t("management.retirements.facts.person"), retirement.username],
    [t("management.retirements.column.project"), retirement.projectName],
    [t("management.retirements.facts.externalId"), mono(retirement.externalId)],
    [t("management.retirements.column.registry"), retirement.registry.name],
    [t("management.retirements.column.vintage"), retirement.year],
    [t("management.retirements.column.tonnes"), tonnes(retirement.quantity)],
    [t("management.retirements.column.beneficiary"), retirement.beneficiaryName],
    [
      t("management.retirements.facts.unnamed"),
      retirement.unnamed && t("management.retirements.facts.unnamedYes"),
    ],
    [
      t("management.retirements.facts.purpose"),
      t(`management.retirements.purpose.${retirement.purpose}`),
    ],
    [
      t("management.retirements.facts.period"),
      (periodFrom || periodTo) &&
        `${periodFrom ? day(periodFrom) : "…"} – ${periodTo ? day(periodTo) : "…"}`,
    ],
    [t("management.retirements.facts.message"), retirement.message],
    [t("management.retirements.facts.from"), mono(retirement.serialNumberFrom)],
    [t("management.retirements.facts.to"), mono(retirement.serialNumberTo)],
    [
      t("management.retirements.facts.link"),
      registryUrl && (
        <a href={registryUrl} target="_blank" rel="noreferrer">
          {registryUrl}
        </a>
      ),
    ],
    [t("management.retirements.column.retired"), retirement.retiredAt && day(retirement.retiredAt)],
    [t("management.retirements.facts.certificate"), mono(retirement.certificateNumber)],
    [t("management.retirements.facts.reason"), retirement.declineReason],
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
