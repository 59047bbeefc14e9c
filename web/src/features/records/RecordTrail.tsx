import { useTranslation } from "react-i18next";
import type { RecordTrail as Trail } from "@tonneline/contract/records";
import { actionWords } from "../../lib/actions.ts";
import { failureOf } from "../../lib/failure.ts";
import { dateTime } from "../../lib/format.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import "../../locales/en/audit.ts";
import "../../locales/en/records.ts";
import { Notes } from "./Notes.tsx";
import { RecordMails } from "./RecordMails.tsx";
import { useTrail, type Named } from "./records.queries.ts";
import styles from "./records.module.css";
import { useFew } from "./useFew.tsx";

/** The trail of a record: colleagues' notes, its mails, and its activity. */
export function RecordTrail({ canWrite, ...record }: Named & { canWrite: boolean }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useTrail(record);
  if (!data) {
    return error ? (
      <ErrorState
        title={t("records.failed")}
        {...failureOf(error)}
        onRetry={() => void refetch()}
      />
    ) : (
      <p role="status">{t("records.loading")}</p>
    );
  }
  return (
    <>
      <Notes key={`${record.type} ${record.id}`} record={record} trail={data} canWrite={canWrite} />
      <RecordMails record={record} mails={data.mails} />
      <Activity activity={data.activity} />
    </>
  );
}

function Activity({ activity }: Pick<Trail, "activity">) {
  const { t } = useTranslation();
  const { shown, more } = useFew(activity);
  return (
    <section>
      <h3>{t("records.activity.title")}</h3>
      {activity.length === 0 && <p>{t("records.activity.none")}</p>}
      <ol className={styles.rows}>
        {shown.map(({ id, at, actorName, action }) => (
          <li key={id}>
            <span>{actionWords(t, action)}</span>
            <small>{`${dateTime(at)}, ${actorName ?? t("records.activity.system")}`}</small>
          </li>
        ))}
      </ol>
      {more}
    </section>
  );
}
