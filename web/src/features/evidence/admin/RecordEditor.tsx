import { Button, Skeleton } from "@mantine/core";
import type { RecordFact } from "@tonneline/contract/evidence";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import "../../../locales/en/evidence.ts";
import "../../../locales/en/table.ts";
import { day } from "../../../lib/format.ts";
import { failureOf } from "../../../lib/failure.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import styles from "../evidence.module.css";
import { useRecord } from "../evidence.queries.ts";
import { FactDialog } from "./FactDialog.tsx";

/** The fourteen facts of a project, each to be said in the seller's name or left to the registry's word. */
export function RecordEditor({ projectId, canWrite }: { projectId: number; canWrite: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<RecordFact>();
  const { data, error, refetch } = useRecord(projectId);
  if (!data && error)
    return (
      <ErrorState
        title={t("evidence.editor.failed")}
        {...failureOf(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height={320} />;
  return (
    <>
      <p className={styles.known}>
        <b>{t("evidence.record.known", data)}</b> {t("evidence.editor.lead")}
      </p>
      <table className={styles.editor}>
        <thead>
          <tr>
            <th scope="col">{t("evidence.editor.fact")}</th>
            <th scope="col">{t("evidence.editor.value")}</th>
            <th scope="col">{t("evidence.editor.source")}</th>
            {canWrite && <td />}
          </tr>
        </thead>
        <tbody>
          {data.fields.map((fact) => (
            <tr key={fact.field}>
              <th scope="row">{t(`evidence.record.field.${fact.field}`)}</th>
              <td>
                {fact.state === "KNOWN" ? (
                  fact.value
                ) : (
                  <span className={styles[`text${fact.state}`]}>
                    {t(`evidence.record.state.${fact.state}`)}
                  </span>
                )}
              </td>
              <td>
                {[fact.source, fact.asOf && day(fact.asOf)].filter(Boolean).join(", ") || "–"}
              </td>
              {canWrite && (
                <td>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t("evidence.editor.changeNamed", {
                      fact: t(`evidence.record.field.${fact.field}`),
                    })}
                    onClick={() => setOpen(fact)}
                  >
                    {t("evidence.editor.change")}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {open && <FactDialog projectId={projectId} fact={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
