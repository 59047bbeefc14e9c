import { Button, TextInput } from "@mantine/core";
import { IconCheck, IconClock, IconProgress, IconTrash, IconX } from "@tabler/icons-react";
import type { BankRefund } from "@tonneline/contract/bankRefunds";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureByField, isLost, reasonOf } from "../../lib/failure.ts";
import { day, euros } from "../../lib/format.ts";
import { useList } from "../../lib/lists.ts";
import { paths } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { showToast } from "../../ui/toast.tsx";
import styles from "./bank.module.css";
import { downloadRefunds, refunds, useRefunds } from "./bank.queries.ts";
import { grouped, madeColumn, ToEntries } from "./columns.tsx";
import { RefuseDialog } from "./RefuseDialog.tsx";
import "../../locales/en/bank.ts";
import "../../locales/en/table.ts";

const looks = {
  LISTED: { tone: "wait", icon: IconClock },
  SENT: { tone: "flow", icon: IconProgress },
  DONE: { tone: "done", icon: IconCheck },
  REFUSED: { tone: "stop", icon: IconX },
  REMOVED: { tone: "off", icon: IconTrash },
} as const;

type Step = "remove" | "finish" | "refuse";
type OpenStep = { refund: BankRefund; step: Step } | undefined;

/** /management/bank/refunds: refunds to payers, the file for the bank, and what has been sent. */
export function RefundsPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("orders:write") ?? false;
  const list = useList(refunds);
  const { data } = list;
  const [openStep, setOpenStep] = useState<OpenStep>();
  const shown = columns(t);
  if (canWrite) {
    shown.push({
      name: "actions",
      label: t("bank.column.actions"),
      quiet: true,
      fixed: true,
      phone: "actions",
      cell: (refund) => <RowActions refund={refund} onAsk={setOpenStep} />,
    });
  }
  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-refunds"
        texts={t("bank.refunds", { returnObjects: true })}
        columns={shown}
        tabLabel={(tab) => t(`bank.refunds.tab.${tab}`)}
        actions={
          <>
            <ToEntries />
            {canWrite && <FileButton listed={data?.counts.LISTED ?? 0} />}
          </>
        }
        total={(counted) => t("bank.refunds.total", counted)}
      />
      {openStep?.step === "refuse" && (
        <RefuseDialog refund={openStep.refund} onClose={() => setOpenStep(undefined)} />
      )}
      {openStep && openStep.step !== "refuse" && (
        <StepDialog
          refund={openStep.refund}
          step={openStep.step}
          onClose={() => setOpenStep(undefined)}
        />
      )}
    </>
  );
}

const fail = (text: string) => showToast({ tone: "bad", text });
const failed = (error: unknown) => fail(reasonOf(error));

/** Creates the file of all listed refunds and downloads it. */
function FileButton({ listed }: { listed: number }) {
  const { t } = useTranslation();
  const { makeFile } = useRefunds();
  if (listed === 0) return null;
  const make = () =>
    makeFile.mutate(undefined, {
      onSuccess: ({ id, refunds: count, amount }) => {
        const text = t("bank.refunds.made", { count, amount: euros(amount) });
        showToast({ tone: "good", text });
        downloadRefunds(id).catch(failed);
      },
      onError: (error) => (isLost(error) ? fail(t("bank.refunds.lost")) : failed(error)),
    });
  return (
    <BusyButton size="sm" busy={makeFile.isPending} onClick={make}>
      {t("bank.refunds.make", { count: listed })}
    </BusyButton>
  );
}

/** Returns what can be done with a refund; nothing once a statement shows it leaving. */
function stepsOf({ status, doneEntryId }: BankRefund): Step[] {
  if (status === "LISTED") return ["remove"];
  if (status === "SENT") return ["finish", "refuse"];
  return status === "DONE" && doneEntryId === null ? ["refuse"] : [];
}

function RowActions({ refund, onAsk }: { refund: BankRefund; onAsk: (asked: OpenStep) => void }) {
  const { t } = useTranslation();
  const steps = stepsOf(refund);
  if (steps.length === 0) return null;
  return (
    <span className={styles.steps}>
      {steps.map((step) => (
        <Button key={step} size="xs" variant="default" onClick={() => onAsk({ refund, step })}>
          {t(`bank.refunds.${step}`)}
        </Button>
      ))}
    </span>
  );
}

function StepDialog(props: { refund: BankRefund; step: "remove" | "finish"; onClose: () => void }) {
  const { t } = useTranslation();
  const { refund, step, onClose } = props;
  const { remove, finish } = useRefunds();
  const [on, setOn] = useState("");
  const [tried, setTried] = useState(false);
  const { isPending, error } = step === "remove" ? remove : finish;
  const { errorAt, failure } = failureByField(error, step === "finish" ? ["on"] : []);

  function confirm() {
    setTried(true);
    if (step === "remove") remove.mutate(refund, { onSuccess: onClose });
    else if (on !== "") finish.mutate({ refund, on }, { onSuccess: onClose });
  }
  return (
    <ActionDialog
      title={t(`bank.refunds.${step}Title`, { name: refund.name })}
      text={t(`bank.refunds.${step}Text`, { amount: euros(refund.amount) })}
      confirm={t(`bank.refunds.${step}Confirm`)}
      danger={step === "remove"}
      busy={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      {step === "finish" && (
        <TextInput
          type="date"
          data-autofocus
          label={t("bank.refunds.on")}
          value={on}
          error={tried && on === "" ? t("bank.refunds.missing") : errorAt("on")}
          onChange={({ currentTarget }) => setOn(currentTarget.value)}
        />
      )}
    </ActionDialog>
  );
}

function columns(t: TFunction): Column<BankRefund>[] {
  return [
    {
      name: "name",
      label: t("bank.refunds.column.name"),
      sort: "name",
      fixed: true,
      phone: "name",
      cell: ({ entryId, name, iban }) => (
        <span className={styles.two}>
          <Link
            to={paths.managementBank}
            search={{ tab: "all", open: String(entryId) }}
            data-record={entryId}
          >
            {name}
          </Link>
          <small className={styles.mono} translate="no">
            {grouped(iban)}
          </small>
        </span>
      ),
    },
    {
      name: "text",
      label: t("bank.refunds.column.text"),
      cell: ({ text }) => <div className={styles.said}>{text}</div>,
    },
    {
      name: "amount",
      label: t("bank.refunds.column.amount"),
      sort: "amount",
      num: true,
      fixed: true,
      phone: "figure",
      cell: ({ amount }) => euros(amount),
    },
    {
      name: "state",
      label: t("bank.refunds.column.state"),
      phone: "detail",
      cell: ({ status, doneOn, fileId, refusal, refusedBefore }) => (
        <span className={styles.two}>
          <span>
            <StatusBadge {...looks[status]} label={t(`bank.refunds.tab.${status}`)} dense />
          </span>
          {refusal?.backOn ? (
            <small>{t("bank.refunds.backOn", { day: day(refusal.backOn) })}</small>
          ) : (
            doneOn && <small>{day(doneOn)}</small>
          )}
          {refusal && <small className={styles.out}>{refusal.reason}</small>}
          {status === "LISTED" && refusedBefore && (
            <small className={styles.out}>
              {t("bank.refunds.refusedBefore", { reason: refusedBefore })}
            </small>
          )}
          {fileId !== null && (
            <small>
              <Button
                size="compact-sm"
                variant="subtle"
                onClick={() => void downloadRefunds(fileId).catch(failed)}
              >
                {t("bank.refunds.file", { id: fileId })}
              </Button>
            </small>
          )}
        </span>
      ),
    },
    {
      name: "listed",
      ...madeColumn(t("bank.refunds.column.listed")),
    },
  ];
}
