import { Button, Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { isPossible } from "@tonneline/contract/decisions";
import {
  getCertificate,
  retirementDecisions,
  startRetirement,
  type ManagedRetirement,
} from "@tonneline/contract/managedRetirements";
import { useTranslation } from "react-i18next";
import { paths } from "../../../lib/paths.ts";
import { call, download, refusalText } from "../../../lib/api.ts";
import { useUser } from "../../../lib/session.ts";
import { recordFailure } from "../../../lib/failure.ts";
import { dateTime, day, tonnes } from "../../../lib/format.ts";
import { DownloadLink } from "../../../ui/DownloadLink.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { code, Facts, type Fact } from "../../../ui/Facts.tsx";
import { RecordDrawer } from "../../../ui/RecordDrawer.tsx";
import type { Neighbours } from "../../../ui/RecordSteps.tsx";
import { CompanyLink } from "../../company/CompanyLink.tsx";
import { ChangedMeanwhile } from "../../records/ChangedMeanwhile.tsx";
import { RecordTrail } from "../../records/RecordTrail.tsx";
import { RecordVisitors } from "../../records/RecordVisitors.tsx";
import { useManagedRetirement, useRefreshRetirements } from "./admin.queries.ts";
import { enteredFacts } from "./enteredFacts.tsx";
import { RetirementStatusBadge } from "./RetirementStatusBadge.tsx";
import { serialFacts } from "../serials.tsx";

export type Step = "complete" | "confirm" | "decline";

interface Props {
  /** "" while closed. */
  id: string;
  canWrite: boolean;
  onStep: (step: Step, retirement: ManagedRetirement) => void;
  around: Neighbours | undefined;
  onClose: () => void;
}

/** One retirement beside the list, with the possible actions. */
export function RetirementDrawer({ id, canWrite, onStep, onClose, around }: Props) {
  const { t } = useTranslation();
  const operator = useUser()?.username ?? "";
  const record = useManagedRetirement(id);
  const { data: retirement } = record;
  return (
    <RecordDrawer
      title={t("managedRetirements.one", { id })}
      opened={id !== ""}
      onClose={onClose}
      neighbours={around}
      failure={recordFailure(record, { failed: t("managedRetirements.oneFailed") })}
      actions={
        retirement && (
          <>
            <RetirementStatusBadge status={retirement.status} />
            {canWrite && isPossible(retirementDecisions.complete, retirement.status) && (
              <Steps retirement={retirement} onStep={(step) => onStep(step, retirement)} />
            )}
          </>
        )
      }
    >
      {retirement && (
        <>
          <RecordVisitors type="retirement" id={retirement.id} />
          <ChangedMeanwhile
            key={`changed ${retirement.id}`}
            steps={retirement.transitions}
            operator={operator}
            say={({ step }, who) => t(`managedRetirements.meanwhile.${step}`, who)}
          />
          {retirement.entered && <Entered entered={retirement.entered} />}
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

/** The possible actions on a request; one operator's input is confirmed by another. */
function Steps(props: { retirement: ManagedRetirement; onStep: (step: Step) => void }) {
  const { t } = useTranslation();
  const me = useUser()?.username;
  const { retirement, onStep } = props;
  const { entered } = retirement;
  const isOwn = entered?.username === me;
  return (
    <>
      {!retirement.startedAt && <StartButton id={retirement.id} />}
      {entered && !isOwn && (
        <Button size="sm" onClick={() => onStep("confirm")}>
          {t("managedRetirements.confirm")}
        </Button>
      )}
      <Button size="sm" variant={entered ? "default" : "filled"} onClick={() => onStep("complete")}>
        {t(`managedRetirements.${entered ? "change" : "complete"}`)}
      </Button>
      <Button size="sm" variant="outline" color="red.7" onClick={() => onStep("decline")}>
        {t("managedRetirements.decline")}
      </Button>
    </>
  );
}

/** The input that awaits a second operator, and who that may be. */
function Entered({ entered }: { entered: NonNullable<ManagedRetirement["entered"]> }) {
  const { t } = useTranslation();
  const isOwn = entered.username === useUser()?.username;
  return (
    <section>
      <h3>{t("managedRetirements.toConfirm")}</h3>
      <p>{t(`managedRetirements.${isOwn ? "confirmedByOther" : "confirmHelp"}`)}</p>
      <Facts facts={enteredFacts(t, entered)} />
    </section>
  );
}

/** Notifies the buyer and colleagues that an operator is working on the request. */
function StartButton({ id }: { id: number }) {
  const { t } = useTranslation();
  const refresh = useRefreshRetirements();
  async function start() {
    try {
      await call(startRetirement, { params: { id: String(id) } });
      showToast({ tone: "good", text: t("managedRetirements.started") });
    } catch (error) {
      const reason = refusalText(error);
      showToast({ tone: "bad", text: t("managedRetirements.startFailed", { reason }) });
    }
    void refresh();
  }
  return (
    <Tooltip label={t("managedRetirements.startHelp")}>
      <Button size="sm" variant="default" onClick={() => void start()}>
        {t("managedRetirements.start")}
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
      <h3>{t("managedRetirements.files")}</h3>
      {hasCertificate ? (
        <DownloadLink onDownload={load} reasonOf={refusalText}>
          {t("retirements.certificateOf", { id })}
        </DownloadLink>
      ) : (
        <p>{t("managedRetirements.certificateSoon")}</p>
      )}
    </section>
  );
}

function RetirementFacts({ retirement }: { retirement: ManagedRetirement }) {
  const { t } = useTranslation();
  const mine = useUser()?.permissions;
  const { periodFrom, periodTo, registryUrl } = retirement;
  const facts: Fact[] = [
    [t("managedRetirements.column.requested"), dateTime(retirement.requestedAt)],
    [t("managedRetirements.facts.started"), retirement.startedAt && dateTime(retirement.startedAt)],
    [
      t("managedRetirements.column.buyer"),
      <CompanyLink id={retirement.companyId} name={retirement.companyName} />,
    ],
    [
      t("managedRetirements.facts.person"),
      link(mine?.has("users:read"), paths.managementUsers, retirement.username, {
        open: retirement.userId,
        tab: "all",
      }),
    ],
    [
      t("managedRetirements.column.project"),
      link(mine?.has("projects:read"), paths.managementProject, retirement.projectName, {
        id: retirement.projectId,
      }),
    ],
    [t("managedRetirements.facts.externalId"), code(retirement.externalId)],
    [
      t("managedRetirements.column.registry"),
      link(true, paths.managementRetirements, retirement.registry.name, {
        registry: retirement.registry.id,
      }),
    ],
    [t("managedRetirements.column.vintage"), retirement.year],
    [t("managedRetirements.column.tonnes"), tonnes(retirement.quantity)],
    [t("managedRetirements.column.beneficiary"), retirement.beneficiaryName],
    [
      t("managedRetirements.facts.unnamed"),
      retirement.unnamed && t("managedRetirements.facts.unnamedYes"),
    ],
    [t("managedRetirements.facts.purpose"), t(`retirements.purpose.${retirement.purpose}`)],
    [
      t("managedRetirements.facts.period"),
      (periodFrom || periodTo) &&
        `${periodFrom ? day(periodFrom) : "…"} – ${periodTo ? day(periodTo) : "…"}`,
    ],
    [t("managedRetirements.facts.message"), retirement.message],
    ...serialFacts(retirement.blocks, {
      serials: t("managedRetirements.facts.serials"),
      from: t("managedRetirements.facts.from"),
      to: t("managedRetirements.facts.to"),
    }),
    [
      t("managedRetirements.facts.link"),
      registryUrl && (
        <a href={registryUrl} target="_blank" rel="noreferrer">
          {registryUrl}
        </a>
      ),
    ],
    [t("managedRetirements.column.retired"), retirement.retiredAt && day(retirement.retiredAt)],
    [
      t("managedRetirements.facts.certificate"),
      retirement.certificateNumber && (
        <Link to={paths.certificate} params={{ number: retirement.certificateNumber }}>
          {code(retirement.certificateNumber)}
        </Link>
      ),
    ],
    [t("managedRetirements.facts.reason"), retirement.declineReason],
  ];
  return <Facts facts={facts} />;
}

/** A name, linked to its record for operators who may read it. */
function link(
  mayRead: boolean | undefined,
  to: string,
  name: string,
  search: Record<string, string | number>,
) {
  if (!mayRead) return name;
  const texts = Object.entries(search).map(([key, value]) => [key, String(value)]);
  return (
    <Link to={to} search={Object.fromEntries(texts)}>
      {name}
    </Link>
  );
}
