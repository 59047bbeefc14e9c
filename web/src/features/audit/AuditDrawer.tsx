import type { AuditEntry } from "@tonneline/contract/audit";
import { useTranslation } from "react-i18next";
import { recordFailure } from "../../lib/failure.ts";
import { dateTime, whole } from "../../lib/format.ts";
import { code, Facts } from "../../ui/Facts.tsx";
import { RecordDrawer } from "../../ui/RecordDrawer.tsx";
import { Action } from "./Action.tsx";
import styles from "./audit.module.css";
import { actionSubject, upperFirst } from "../../lib/actions.ts";
import { useAuditEntry } from "./audit.queries.ts";

/** Describes what an action was applied to: type, id and name. */
export function thingOf({ thingType, thingId, thingName }: AuditEntry): string | null {
  if (thingType === null) return null;
  return [upperFirst(actionSubject(`${thingType}.`)), thingId, thingName]
    .filter((part) => part !== null)
    .join(" · ");
}

/** One entry in a drawer next to the log: its facts, and before and after side by side. */
export function AuditDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const record = useAuditEntry(id);
  const { data: entry } = record;
  return (
    <RecordDrawer
      title={t("audit.entry", { id })}
      opened={id !== ""}
      onClose={onClose}
      failure={recordFailure(record, { failed: t("audit.oneFailed") })}
      actions={entry && <Action action={entry.action} />}
    >
      {entry && (
        <>
          <section>
            <h3>{t("audit.facts")}</h3>
            <Facts
              facts={[
                [t("audit.column.at"), dateTime(entry.at)],
                [t("audit.column.who"), entry.actor ?? t("audit.system")],
                [t("audit.column.ip"), entry.ip],
                [t("audit.column.thing"), thingOf(entry)],
              ]}
            />
          </section>
          <section>
            <h3>{t("audit.changes")}</h3>
            <Changes before={entry.before} after={entry.after} />
          </section>
          <section>
            <Facts
              facts={[
                [t("audit.position"), whole(entry.position)],
                [t("audit.hash"), code(entry.hash)],
              ]}
            />
            <p className={styles.note}>{t("audit.chain")}</p>
          </section>
        </>
      )}
    </RecordDrawer>
  );
}

type Values = AuditEntry["before"];

function Changes({ before, after }: { before: Values; after: Values }) {
  const { t } = useTranslation();
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (fields.length === 0) return <p>{t("audit.noChanges")}</p>;
  return (
    <table className={styles.diff}>
      <thead>
        <tr>
          <th scope="col">{t("audit.field")}</th>
          <th scope="col">{t("audit.before")}</th>
          <th scope="col">{t("audit.after")}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td className={styles.old} data-label={t("audit.before")}>
              {text(before?.[field])}
            </td>
            <td className={styles.new} data-label={t("audit.after")}>
              {text(after?.[field])}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function text(value: unknown): string {
  if (value === undefined || value === null) return "–";
  return typeof value === "string" ? value : JSON.stringify(value, null, 1);
}
