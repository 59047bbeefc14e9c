import type { Project } from "@tonneline/contract/catalogue";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { day } from "../../lib/format.ts";
import styles from "./History.module.css";

const firstFew = 4;

/** The changes to a project, latest first. */
export function History({ changes }: { changes: Project["changes"] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const listId = useId();
  const latestFirst = changes.toSorted(
    (a, b) => Date.parse(b.date) - Date.parse(a.date) || b.id - a.id,
  );
  const shown = open ? latestFirst : latestFirst.slice(0, firstFew);
  return (
    <>
      <ol className={styles.history} id={listId}>
        {shown.map(({ id, change, date }) => (
          <li key={id}>
            <time dateTime={date}>{day(date)}</time>
            {change}
          </li>
        ))}
      </ol>
      {changes.length > firstFew && (
        <button
          type="button"
          className={styles.link}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          {open
            ? t("projectPage.fewerChanges")
            : t("projectPage.allChanges", { count: changes.length })}
        </button>
      )}
    </>
  );
}
