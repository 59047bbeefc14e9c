import { Button, Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { isPossible } from "@tonneline/contract/decisions";
import {
  getCertificate,
  retirementDecisions,
  startRetirement,
  type ManagedRetirement,
} from "@tonneline/contract/retirements";
import { useTranslation } from "react-i18next";
import { paths } from "../../../lib/paths.ts";
import { call, download, refusalText } from "../../../lib/api.ts";
import { useUser } from "../../../lib/session.ts";
import { failureOf } from "../../../lib/failure.ts";
import { dateTime, day, tonnes } from "../../../lib/format.ts";
import { DownloadLink } from "../../../ui/DownloadLink.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { code, Facts, type Fact } from "../../../ui/Facts.tsx";
import { RecordDrawer } from "../../../ui/RecordDrawer.tsx";
import type { Around } from "../../../ui/RecordSteps.tsx";
import { CompanyLink } from "../../company/CompanyLink.tsx";
import { RecordTrail } from "../../records/RecordTrail.tsx";
import { RecordVisitors } from "../../records/RecordVisitors.tsx";
import { useManagedRetirement, useRefreshRetirements } from "./admin.queries.ts";
import { RetirementStatusBadge } from "./RetirementStatusBadge.tsx";
import { serialFacts } from "../serials.tsx";

export type Step = "complete" | "decline";

interface Props {
  /** "" while it is closed. */
  id: string;
  canWrite: boolean;
  onStep: (step: Step, retirement: ManagedRetirement) => void;
  around: Around | undefined;
  onClose: () => void;
}

/** One retirement beside the list, with what can be done about it. */
export function RetirementDrawer({ id, canWrite, onStep, onClose, around }: Props) {
  const { t } = useTranslation();
  const { data: retirement, error, refetch } = useManagedRetirement(id);
  return (
    <RecordDrawer
      title={t("management.retirements.one", { id })}
      opened={id !== ""}
      onClose={onClose}
      around={around}
      failure={
        error && !retirement
          ? {
              title: t("management.retirements.oneFailed"),
              ...failureOf(error),
              onRetry: () => void refetch(),
            }
          : undefined
      }
      actions={
        retirement && (
          <>
            <RetirementStatusBadge status={retirement.status} />
            {canWrite && isPossible(retirementDecisions.complete, retirement.status) && (
              <>
                {!retirement.startedAt && <StartButton id={retirement.id} />}
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
          </>
        )
      }
    >
      {retirement && (
        <>
          <RecordVisitors type="retirement" id={retirement.id} />
          <RetirementFacts retirement={retirement} />
          {retirement.status === "RETIRED" && <Certificate retirement={retirement} />}
          <RecordTrail
            key={retirement.id}
            type="retirement"
            id={retirement.id}
            canWrite={canWrite}
          />
        </>
      )}
    </RecordDrawer>
  );
}

/** Tells the buyer, and colleagues, that somebody works on it. */
function StartButton({ id }: { id: number }) {
  const { t } = useTranslation();
  const refresh = useRefreshRetirements();
  async function start() {
    try {
      await call(startRetirement, { params: { id: String(id) } });
      showToast({ tone: "good", text: t("management.retirements.started") });
    } catch (error) {
      const reason = refusalText(error);
      showToast({ tone: "bad", text: t("management.retirements.startFailed", { reason }) });
    }
    void refresh();
  }
  return (
    <Tooltip label={t("management.retirements.startHelp")}>
      <Button size="sm" variant="default" onClick={() => void start()}>
        {t("management.retirements.start")}
      </Button>
    </Tooltip>
  );
}

function Certificate({ retirement: { id, hasCertificate } }: { retirement: ManagedRetirement }) {
  const { t } = useTranslation();
  const load = () =>
    download(
      getCertificate,
      { params: { id: String(id) } },
      t("retirements.certificateName", { id }),
    );
  return (
    <section>
      <h3>{t("management.retirements.files")}</h3>
      {hasCertificate ? (
        <DownloadLink onDownload={load} reasonOf={refusalText}>
          {t("retirements.certificateOf", { id })}
        </DownloadLink>
      ) : (
        <p>{t("management.retirements.certificateSoon")}</p>
      )}
    </section>
  );
}

function RetirementFacts({ retirement }: { retirement: ManagedRetirement }) {
  const { t } = useTranslation();
  const mine = useUser()?.permissions;
  const { periodFrom, periodTo, registryUrl } = retirement;
  const facts: Fact[] = [
    [t("management.retirements.column.requested"), dateTime(retirement.requestedAt)],
    [
      t("management.retirements.facts.started"),
      retirement.startedAt && dateTime(retirement.startedAt),
    ],
    [
      t("management.retirements.column.buyer"),
      <CompanyLink
        id={retirement.companyId}
        name={
          retirement.companyName ??
          t("management.retirements.facts.company", { id: retirement.companyId })
        }
      />,
    ],
    [
      t("management.retirements.facts.person"),
      link(mine?.has("users:read"), paths.managementUsers, retirement.username, {
        open: retirement.userId,
        tab: "all",
      }),
    ],
    [
      t("management.retirements.column.project"),
      link(mine?.has("projects:read"), paths.managementProject, retirement.projectName, {
        id: retirement.projectId,
      }),
    ],
    [t("management.retirements.facts.externalId"), code(retirement.externalId)],
    [
      t("management.retirements.column.registry"),
      link(true, paths.managementRetirements, retirement.registry.name, {
        registry: retirement.registry.id,
      }),
    ],
    [t("management.retirements.column.vintage"), retirement.year],
    [t("management.retirements.column.tonnes"), tonnes(retirement.quantity)],
    [t("management.retirements.column.beneficiary"), retirement.beneficiaryName],
    [
      t("management.retirements.facts.unnamed"),
      retirement.unnamed && t("management.retirements.facts.unnamedYes"),
    ],
    [t("management.retirements.facts.purpose"), t(`certificates.purpose.${retirement.purpose}`)],
    [
      t("management.retirements.facts.period"),
      (periodFrom || periodTo) &&
        `${periodFrom ? day(periodFrom) : "…"} – ${periodTo ? day(periodTo) : "…"}`,
    ],
    [t("management.retirements.facts.message"), retirement.message],
    ...serialFacts(retirement.blocks, {
      serials: t("management.retirements.facts.serials"),
      from: t("management.retirements.facts.from"),
      to: t("management.retirements.facts.to"),
    }),
    [
      t("management.retirements.facts.link"),
      registryUrl && (
        <a href={registryUrl} target="_blank" rel="noreferrer">
          {registryUrl}
        </a>
      ),
    ],
    [t("management.retirements.column.retired"), retirement.retiredAt && day(retirement.retiredAt)],
    [
      t("management.retirements.facts.certificate"),
      retirement.certificateNumber && (
        <Link to={paths.certificate} params={{ number: retirement.certificateNumber }}>
          {code(retirement.certificateNumber)}
        </Link>
      ),
    ],
    [t("management.retirements.facts.reason"), retirement.declineReason],
  ];
  return <Facts facts={facts} />;
}

/** A name that leads to what it names, for whoever may read that. */
function link(
  mayRead: boolean | undefined,
  to: string,
  name: string,
  search: Record<string, string | number>,
) {
  if (!mayRead) return name;
  const texts = Object.entries(search).map(([key, value]) => [key, String(value)]);
  return (
    <Link to={to} search={Object.fromEntries(texts) as never}>
      {name}
    </Link>
  );
}
