import { TextInput } from "@mantine/core";
import type { CompanyRecord } from "@tonneline/contract/companies";
import { typedEuros } from "@tonneline/contract/typed";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isRefusal } from "../../../lib/api.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { euros } from "../../../lib/format.ts";
import { useFormVersion } from "../../../lib/useFormVersion.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { ReasonField } from "../../../ui/ReasonField.tsx";
import { useBlock, useSetLimit } from "./companies.queries.ts";
import { MergeDialog } from "./MergeDialog.tsx";

export type CompanyStep = "limit" | "block" | "merge";

interface Props {
  company: CompanyRecord;
  onClose: () => void;
}

/** Confirms and runs an operator's action on a company. */
export function CompanyDialog(
  props: Props & { step: CompanyStep; onMerged: (intoId: number) => void },
) {
  const { step, company, onClose, onMerged } = props;
  if (step === "limit") return <LimitDialog company={company} onClose={onClose} />;
  if (step === "block") return <BlockDialog company={company} onClose={onClose} />;
  return <MergeDialog company={company} onMerged={onMerged} onClose={onClose} />;
}

function LimitDialog({ company, onClose }: Props) {
  const { t } = useTranslation();
  const { name, creditLimit } = company;
  const [typed, setTyped] = useState(creditLimit?.toFixed(2) ?? "");
  const [submitted, setSubmitted] = useState(false);
  // The record is refetched while the dialog is open.
  const { version, adopt } = useFormVersion({ creditLimit, version: company.version }, true);
  const save = useSetLimit(company.id);
  const limit = typed.trim() === "" ? null : typedEuros(typed);
  function confirm() {
    setSubmitted(true);
    if (limit === undefined) return;
    const body = { creditLimit: limit, version };
    save.mutate(body, {
      onSuccess: () => {
        showToast({
          tone: "good",
          text:
            limit === null
              ? t("companies.limit.lifted", { name })
              : t("companies.limit.saved", { name, limit: euros(limit) }),
        });
        onClose();
      },
      onError: (error) => isRefusal(error, "VERSION_CONFLICT") && adopt(),
    });
  }
  const conflict = isRefusal(save.error, "VERSION_CONFLICT");
  return (
    <ActionDialog
      title={t("companies.limit.title", { name })}
      text={t("companies.limit.text")}
      confirm={t("companies.limit.confirm")}
      busy={save.isPending}
      failure={
        conflict
          ? t("companies.limit.conflict", { who: reasonOf(save.error) })
          : save.error
            ? reasonOf(save.error)
            : undefined
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextInput
        label={t("companies.limit.label")}
        description={t("companies.limit.help")}
        inputMode="decimal"
        value={typed}
        error={submitted && limit === undefined ? t("companies.limit.wrong") : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
    </ActionDialog>
  );
}

const minReason = 3;

function BlockDialog({ company: asked, onClose }: Props) {
  const { t } = useTranslation();
  // The button keeps its initial action, whatever a colleague does meanwhile.
  const [company] = useState(asked);
  const { name, state } = company;
  const [reason, setReason] = useState("");
  const [confirmed, setConfirmed] = useState(false);
  const act = useBlock(company);
  const isBlocked = state === "BLOCKED";
  const missing = !isBlocked && reason.trim().length < minReason;
  const what = isBlocked ? "unblock" : "block";
  function confirm() {
    setConfirmed(true);
    if (missing) return;
    act.mutate(reason, {
      onSuccess: () => {
        showToast({ tone: "good", text: t(`companies.${what}.done`, { name }) });
        onClose();
      },
    });
  }
  return (
    <ActionDialog
      title={t(`companies.${what}.title`, { name })}
      text={t(`companies.${what}.text`)}
      confirm={t(`companies.${what}.confirm`)}
      danger={!isBlocked}
      busy={act.isPending}
      failure={act.error ? reasonOf(act.error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      {!isBlocked && (
        <ReasonField
          label={t("companies.reason")}
          description={t("companies.reasonHelp")}
          error={confirmed && missing ? t("companies.reasonMissing") : undefined}
          value={reason}
          onChange={setReason}
        />
      )}
    </ActionDialog>
  );
}
