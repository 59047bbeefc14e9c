import { Button } from "@mantine/core";
import { withdrawal, type Retirement } from "@tonneline/contract/retirements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordFailure } from "../../lib/failure.ts";
import { dateTime, day, tonnes } from "../../lib/format.ts";
import { useMayForCompany } from "../company/company.queries.ts";
import { useMemberName } from "../company/DoneBy.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { code, Facts, type Fact } from "../../ui/Facts.tsx";
import { RecordDrawer } from "../../ui/RecordDrawer.tsx";
import { RetirementStatusBadge } from "./admin/RetirementStatusBadge.tsx";
import { CertificateLink } from "./CertificateLink.tsx";
import { useRetirement } from "./retirements.queries.ts";
import { WithdrawDialog } from "./WithdrawDialog.tsx";
import { serialFacts } from "./serials.tsx";

/** One retirement beside the list: what was requested and what the registry did. */
export function RetirementPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const record = useRetirement(id);
  const { data: retirement } = record;
  const mayWithdraw = useMayForCompany("buy");
  const [withdrawing, setWithdrawing] = useState(false);
  return (
    <RecordDrawer
      title={t("retirements.one", { id })}
      opened={id !== ""}
      onClose={onClose}
      failure={recordFailure(record, { failed: t("retirements.oneFailed") })}
      actions={
        retirement && (
          <>
            <RetirementStatusBadge status={retirement.status} />
            {mayWithdraw && canBeWithdrawn(retirement) && (
              <Button size="sm" variant="default" onClick={() => setWithdrawing(true)}>
                {t("retirements.withdraw.action")}
              </Button>
            )}
          </>
        )
      }
    >
      {retirement && (
        <>
          {retirement.declineReason && (
            <Banner tone="warn" title={t("retirements.returned")}>
              {retirement.declineReason}
            </Banner>
          )}
          {retirement.status === "WITHDRAWN" && (
            <Banner tone="info" title={t("retirements.withdrawn")} />
          )}
          <RetirementFacts retirement={retirement} />
          {withdrawing && (
            <WithdrawDialog retirement={retirement} onClose={() => setWithdrawing(false)} />
          )}
        </>
      )}
    </RecordDrawer>
  );
}

const canBeWithdrawn = ({ status, startedAt }: Retirement) =>
  withdrawal.transitions[status as keyof typeof withdrawal.transitions] !== undefined &&
  startedAt === null;

function RetirementFacts({ retirement }: { retirement: Retirement }) {
  const { t } = useTranslation();
  const nameOf = useMemberName();
  const { periodFrom, periodTo, registryUrl, externalId, retiredAt } = retirement;
  const facts: Fact[] = [
    [t("retirements.facts.tonnes"), tonnes(retirement.quantity)],
    [t("retirements.facts.project"), retirement.projectName],
    [
      t("retirements.facts.registry"),
      <>
        {retirement.registry.name} {code(externalId)}
      </>,
    ],
    [t("retirements.facts.vintage"), retirement.year],
    [t("retirements.facts.beneficiary"), retirement.beneficiaryName],
    [t("retirements.facts.unnamed"), retirement.unnamed && t("retirements.facts.unnamedYes")],
    [t("retirements.facts.purpose"), t(`retirements.purpose.${retirement.purpose}`)],
    [
      t("retirements.facts.period"),
      (periodFrom || periodTo) &&
        `${periodFrom ? day(periodFrom) : "…"} – ${periodTo ? day(periodTo) : "…"}`,
    ],
    [t("retirements.facts.message"), retirement.message],
    [t("retirements.facts.requested"), dateTime(retirement.requestedAt)],
    [t("retirements.facts.person"), nameOf(retirement.userId)],
    [
      t("retirements.facts.started"),
      retirement.startedAt &&
        retirement.status === "RETIREMENT_IN_PROGRESS" &&
        dateTime(retirement.startedAt),
    ],
    [t("retirements.facts.retired"), retiredAt && day(retiredAt)],
    ...serialFacts(retirement.blocks, {
      serials: t("retirements.facts.serials"),
      from: t("retirements.facts.from"),
      to: t("retirements.facts.to"),
    }),
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
  return <Facts facts={facts} />;
}
