import type { CompanyRecord } from "@tonneline/contract/companies";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../../lib/failure.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { ReasonField } from "../../../ui/ReasonField.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useAppointOwner } from "./companies.queries.ts";

interface Props {
  company: Pick<CompanyRecord, "id" | "name">;
  member: CompanyRecord["people"][number];
  onClose: () => void;
}

const minReason = 3;

/** Makes a member the owner of a company that nobody can manage. */
export function OwnerDialog({ company, member, onClose }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const [confirmed, setConfirmed] = useState(false);
  const act = useAppointOwner(company.id, member.userId);
  const missing = reason.trim().length < minReason;
  const names = { person: `${member.firstName} ${member.lastName}`, company: company.name };
  function confirm() {
    setConfirmed(true);
    if (missing) return;
    act.mutate(reason, {
      onSuccess: () => {
        showToast({ tone: "good", text: t("companies.owner.done", names) });
        onClose();
      },
    });
  }
  return (
    <ActionDialog
      title={t("companies.owner.title", names)}
      text={t("companies.owner.text", names)}
      confirm={t("companies.owner.open")}
      busy={act.isPending}
      failure={act.error ? reasonOf(act.error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <ReasonField
        label={t("companies.reason")}
        description={t("companies.reasonHelp")}
        error={confirmed && missing ? t("companies.reasonMissing") : undefined}
        value={reason}
        onChange={setReason}
      />
    </ActionDialog>
  );
}
