import { Skeleton, VisuallyHidden } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import styles from "./dashboard.module.css";

interface Props<T> {
  title: string;
  /** Next to the title. */
  note?: ReactNode;
  /** At the end of the title's line. */
  tools?: ReactNode;
  query: UseQueryResult<T>;
  /** Its height while loading, in pixels. */
  height: number;
  children: (data: T) => ReactNode;
}

/** A block of the overview, which loads and fails on its own without affecting the others. */
export function Block<T>({ title, note, tools, query, height, children }: Props<T>) {
  const { t } = useTranslation();
  const id = useId();
  const { data, error, refetch } = query;
  return (
    <section aria-labelledby={id} className={styles.block}>
      <header>
        <h2 id={id}>{title}</h2>
        {note && <span className={styles.note}>{note}</span>}
        {tools && <div className={styles.blockTools}>{tools}</div>}
      </header>
      {data === undefined && !error && (
        <>
          <VisuallyHidden role="status">{t("dashboard.loading", { what: title })}</VisuallyHidden>
          <Skeleton height={height} aria-hidden />
        </>
      )}
      {data === undefined && error && (
        <ErrorState
          title={t("dashboard.failed", { what: title })}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && children(data)}
    </section>
  );
}
