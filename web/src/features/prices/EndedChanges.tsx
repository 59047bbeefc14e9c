import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isRefusal } from "../../lib/api.ts";
import { refusalOf } from "../../lib/bulk.ts";
import { reasonOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { startedChanges, removeStartedChange, type StartedChange } from "./startedChanges.ts";
import styles from "./prices.module.css";
import { useChangeOf } from "./prices.queries.ts";

/** Prices left unchanged by runs whose dialog was closed before they ended. */
export function EndedChanges() {
  const [changes, setChanges] = useState(startedChanges);
  const drop = (id: number) => {
    removeStartedChange(id);
    setChanges((all) => all.filter((each) => each.id !== id));
  };
  return changes.map((change) => (
    <EndedChange key={change.id} change={change} onRead={() => drop(change.id)} />
  ));
}

function EndedChange(props: { change: StartedChange; onRead: () => void }) {
  const { change, onRead } = props;
  const { t } = useTranslation();
  const { data: run, error } = useChangeOf(change.id);
  const isOver = run?.state === "DONE" || run?.state === "STOPPED";
  const failed = isOver ? run.results.filter(({ code }) => code !== null) : [];
  // The server does not keep runs forever.
  const hasNothing = (isOver && failed.length === 0) || isRefusal(error, "NOT_FOUND");
  useEffect(() => {
    if (hasNothing) onRead();
  }, [hasNothing]);
  if (failed.length === 0) return null;
  const title = t("prices.over", { count: failed.length, total: whole(run!.total) });
  return (
    <div className={styles.underWay}>
      <Banner tone="bad" title={title} action={{ label: t("app.close"), onClick: onRead }}>
        <div className={styles.leftOut}>
          <ul tabIndex={0} aria-label={title}>
            {failed.map((result) => (
              <li key={result.id}>
                {change.names[result.id]}: {reasonOf(refusalOf(result))}
              </li>
            ))}
          </ul>
        </div>
      </Banner>
    </div>
  );
}
