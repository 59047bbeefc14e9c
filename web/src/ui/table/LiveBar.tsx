import { Button } from "@mantine/core";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { clock } from "../../lib/format.ts";
import styles from "./LiveBar.module.css";

/** Changes to a page of a list since it was loaded. */
export interface Live {
  changed: ReadonlySet<number>;
  /** Still shown, but no longer matching. */
  gone: ReadonlySet<number>;
  /** The number of matching rows that are not shown yet. */
  fresh: number;
  /** When the page was requested, in milliseconds. */
  since: number;
  /** Since when updates have been failing; undefined while they arrive. */
  lostSince: number | undefined;
  show: () => void;
  retry: () => void;
}

/**
 * Shows the number of rows next to a list's filters, or the changes by other users, with a button to refresh. Placed
 * where it shifts no rows.
 */
export function LiveBar(props: { live: Live | undefined; total: string | undefined }) {
  const { t } = useTranslation();
  const { live, total } = props;
  const lostSince = live?.lostSince;
  const news = live && newsTexts(t, live);
  return (
    <>
      {lostSince !== undefined && (
        <div role="alert" className={`${styles.bar} ${styles.lost}`}>
          {t("table.live.lost", { time: clock(new Date(lostSince)) })}
          <Button size="compact-sm" variant="subtle" onClick={live?.retry}>
            {t("table.live.again")}
          </Button>
        </div>
      )}
      <div role="status" className={styles.place}>
        {!news && lostSince === undefined && total}
        {news && (
          <span className={styles.bar}>
            {news}
            <Button
              size="compact-sm"
              variant="subtle"
              data-news
              aria-keyshortcuts="."
              onClick={live?.show}
            >
              {t("table.live.show")}
            </Button>
          </span>
        )}
      </div>
    </>
  );
}

function newsTexts(t: TFunction, { fresh, gone, since }: Live): string {
  const texts = [
    fresh > 0 && t("table.live.fresh", { count: fresh, time: clock(new Date(since)) }),
    gone.size > 0 &&
      t(fresh > 0 ? "table.live.gone" : "table.live.goneAlone", { count: gone.size }),
  ];
  return texts.filter(Boolean).join(", ");
}

/** Returns the class of a row: marked when it has changed, dimmed when it no longer matches the list. */
export function liveRows<Row>(props: {
  live: Live;
  idOf: (row: Row) => number;
  rowClass?: (row: Row) => string | undefined;
}): (row: Row) => string | undefined {
  const { live, idOf, rowClass } = props;
  return (row) => {
    const own = rowClass?.(row);
    const id = idOf(row);
    if (live.gone.has(id)) return `${own ?? ""} ${styles.gone}`;
    return live.changed.has(id) ? `${own ?? ""} ${styles.changed}` : own;
  };
}
