import type { UseQueryResult } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../../lib/failure.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import styles from "./record.module.css";

interface Props<Row> {
  title: string;
  /** Next to the title. */
  note?: ReactNode;
  /** At the end of the title line: a link to the full list. */
  more: ReactNode;
  page: Pick<UseQueryResult<{ content: Row[] }>, "data" | "error" | "refetch">;
  /** Shown when there are no rows. */
  none: string;
  failed: string;
  columns: readonly {
    label: string;
    num?: boolean;
    wide?: boolean;
    cell: (row: Row) => ReactNode;
  }[];
  keyOf: (row: Row, index: number) => string | number;
}

/** The first rows of one kind on a company's page, and a link to the others. */
export function Block<Row>(props: Props<Row>) {
  const { title, note, more, page, none, failed, columns, keyOf } = props;
  const { t } = useTranslation();
  const heading = useId();
  const rows = page.data?.content;
  return (
    <section aria-labelledby={heading}>
      <header className={styles.blockHead}>
        <h2 id={heading}>{title}</h2>
        {note && <span className={styles.soft}>{note}</span>}
        {more && <span className={styles.more}>{more}</span>}
      </header>
      {!rows && page.error && (
        <ErrorState title={failed} {...failureOf(page.error)} onRetry={() => void page.refetch()} />
      )}
      {!rows && !page.error && <p role="status">{t("app.loading")}</p>}
      {rows?.length === 0 && <p className={styles.soft}>{none}</p>}
      {rows && rows.length > 0 && (
        <div className={styles.scroll} tabIndex={0} role="region" aria-labelledby={heading}>
          <table className={styles.table}>
            <thead>
              <tr>
                {columns.map(({ label, num }) => (
                  <th key={label} scope="col" className={num ? styles.num : undefined}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={keyOf(row, index)}>
                  {columns.map(({ label, num, wide, cell }, place) => {
                    // The first cell is the row header.
                    const Cell = place === 0 ? "th" : "td";
                    return (
                      <Cell
                        key={label}
                        scope={place === 0 ? "row" : undefined}
                        className={num ? styles.num : wide ? styles.wide : undefined}
                      >
                        {cell(row)}
                      </Cell>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
