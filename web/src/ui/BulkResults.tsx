import { useTranslation } from "react-i18next";
import { Banner } from "./Banner.tsx";
import styles from "./FormDialog.module.css";
import type { RowResult } from "./table/runEach.ts";

/** How rows and their outcomes are worded. */
export interface RowTexts<Row> {
  rowLabel: (row: Row) => string;
  idOf: (row: Row) => number;
  /** Why a row failed, for the user. */
  reasonOf: (error: unknown) => string;
  /** No response arrived, or an unclear one: the action may have succeeded all the same. */
  isLost: (error: unknown) => boolean;
}

interface Props<Row> extends RowTexts<Row> {
  results: readonly RowResult<Row>[];
}

/** The outcome of each row, when some of them failed. */
export function BulkResults<Row>({ results, rowLabel, idOf, reasonOf, isLost }: Props<Row>) {
  const { t } = useTranslation();
  const failed = results.filter(({ error }) => error !== undefined);
  const noneDone = failed.some(({ error }) => isLost(error)) ? "noneCertain" : "noneDone";

  function outcome(error: unknown): string {
    if (error === undefined) return t("table.worked");
    return isLost(error) ? t("table.lost") : t("table.failed", { why: reasonOf(error) });
  }

  return (
    <>
      <Banner
        tone="bad"
        title={
          failed.length === results.length
            ? t(`table.${noneDone}`)
            : t("table.someFailed", { count: failed.length })
        }
      />
      <ul className={styles.results}>
        {results.map(({ row, error }) => (
          <li key={idOf(row)}>
            <b>{rowLabel(row)}</b>
            <span>{outcome(error)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
