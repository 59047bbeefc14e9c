import { Button } from "@mantine/core";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { clock } from "../../lib/format.ts";
import styles from "./LiveBar.module.css";

/** What has happened to a page of a list since it was shown. */
export interface Live {
  changed: ReadonlySet<number>;
  /** Shown, but no longer found. */
  gone: ReadonlySet<number>;
  /** How many are found that are not shown. */
  fresh: number;
  /** When the page was asked for, in milliseconds. */
  since: number;
  /** Since when nothing has been heard; undefined while all is well. */
  lostSince: number | undefined;
  show: () => void;
  retry: () => void;
}

/**
 * Says beside a list's filters how many rows there are; or what others did since, to be shown when that is wanted. It
 * stands where it pushes no row down.
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

/** How a row looks: marked when it has changed, dimmed when it no longer belongs to the list. */
export function liveRows<Row>(props: {
  live?: Live | undefined;
  idOf: (row: Row) => number;
  rowClass?: (row: Row) => string | undefined;
}): (row: Row) => string | undefined {
  const { live, idOf, rowClass } = props;
  return (row) => {
    const own = rowClass?.(row);
    const id = idOf(row);
    if (live?.gone.has(id)) return `${own ?? ""} ${styles.gone}`;
    return live?.changed.has(id) ? `${own ?? ""} ${styles.changed}` : own;
  };
}
