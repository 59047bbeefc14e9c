import { Select, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { CompanyRecord } from "@tonneline/contract/companies";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../../lib/failure.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { Banner } from "../../../ui/Banner.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useCompanyChoices, useMerge } from "./companies.queries.ts";

const minReason = 3;
const typingPauseMs = 250;

/** Irreversibly merges a company into another one, which is found by name, number or person. */
export function MergeDialog(props: {
  company: CompanyRecord;
  onMerged: (intoId: number) => void;
  onClose: () => void;
}) {
  const { company, onMerged, onClose } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed, typingPauseMs);
  const [into, setInto] = useState<{ id: number; name: string }>();
  const [reason, setReason] = useState("");
  const [submitted, setSubmitted] = useState(false);
  // Once a company is chosen, the field contains its name rather than a search.
  const found = useCompanyChoices(into ? "" : q).data ?? [];
  const others = found.filter(({ id }) => id !== company.id);
  const known = into && !others.some(({ id }) => id === into.id) ? [into, ...others] : others;
  const merge = useMerge(company);
  const short = reason.trim().length < minReason;
  function confirm() {
    setSubmitted(true);
    if (!into || short) return;
    merge.mutate(
      { intoId: into.id, reason },
      {
        onSuccess: ({ id, name }) => {
          const names = { from: company.name, into: name };
          showToast({ tone: "good", text: t("companies.merge.done", names) });
          onClose();
          onMerged(id);
        },
      },
    );
  }
  return (
    <ActionDialog
      title={t("companies.merge.title", { name: company.name })}
      text={t("companies.merge.text", { name: company.name })}
      confirm={t("companies.merge.confirm")}
      danger
      busy={merge.isPending}
      failure={merge.error ? reasonOf(merge.error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      {company.state === "BLOCKED" && (
        <Banner tone="warn" title={t("companies.merge.blocked", { name: company.name })} />
      )}
      <Select
        label={t("companies.merge.into")}
        description={t("companies.merge.intoHelp")}
        searchable
        openOnFocus={false}
        data-autofocus
        data={known.map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }))}
        filter={({ options }) => options}
        searchValue={typed}
        onSearchChange={setTyped}
        value={into ? String(into.id) : null}
        onChange={(value) => setInto(known.find(({ id }) => String(id) === value))}
        error={submitted && !into ? t("companies.merge.intoMissing") : undefined}
        nothingFoundMessage={t("companies.merge.noneFound")}
      />
      <Textarea
        label={t("companies.reason")}
        description={t("companies.merge.reasonHelp")}
        error={submitted && short ? t("companies.reasonMissing") : undefined}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        autosize
        minRows={3}
        maxLength={1000}
      />
    </ActionDialog>
  );
}
