import { Skeleton } from "@mantine/core";
import type { RecordFact } from "@tonneline/contract/evidence";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import "../../../locales/en/evidence.ts";
import "../../../locales/en/table.ts";
import { failureOf } from "../../../lib/failure.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import styles from "../evidence.module.css";
import { FactDialog } from "./FactDialog.tsx";
import { FactTable } from "./FactTable.tsx";
import { useRecord, useVintageRecords } from "./record.queries.ts";

interface Props {
  projectId: number;
  canWrite: boolean;
}

/** The facts of a project and its vintages; each can be stated in the seller's name or left to the registry. */
export function RecordEditor({ projectId, canWrite }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<RecordFact>();
  const [vintageId, setVintageId] = useState<number>();
  const project = useRecord(projectId);
  const vintages = useVintageRecords(projectId);
  const error = project.error ?? vintages.error;
  if ((!project.data || !vintages.data) && error)
    return (
      <ErrorState
        title={t("evidence.editor.failed")}
        {...failureOf(error)}
        onRetry={() => void Promise.all([project.refetch(), vintages.refetch()])}
      />
    );
  if (!project.data || !vintages.data) return <Skeleton height={320} />;
  const { content } = vintages.data;
  const vintage = content.find((one) => one.vintageId === vintageId);
  const record = vintage ?? project.data;
  return (
    <>
      {content.length > 0 && (
        <SelectField
          label={t("evidence.editor.of")}
          data-view
          value={String(vintage?.vintageId ?? "")}
          onChange={({ currentTarget: { value } }) =>
            setVintageId(value === "" ? undefined : Number(value))
          }
          data={[
            { value: "", label: t("evidence.editor.ofProject") },
            ...content.map((one) => ({
              value: String(one.vintageId),
              label: t("evidence.editor.ofVintage", {
                vintage: `${one.year}, ${t(`evidence.editor.credit.${one.creditType}`)}`,
              }),
            })),
          ]}
          mb="md"
          maw={360}
        />
      )}
      <p className={styles.known}>
        <b>{t("evidence.record.known", record)}</b>{" "}
        {t(vintage ? "evidence.editor.vintageLead" : "evidence.editor.lead")}
      </p>
      <FactTable facts={record.fields} onChange={canWrite ? setOpen : undefined} />
      {open && (
        <FactDialog
          projectId={projectId}
          vintageId={vintage?.vintageId}
          fact={open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
