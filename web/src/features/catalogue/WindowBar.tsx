import { useTranslation } from "react-i18next";
import { day, today } from "../../lib/format.ts";
import { windowAt } from "./shop.ts";
import styles from "./window.module.css";

interface Props {
  window: { from: string; to: string };
  className?: string | undefined;
  /** On one line: the dates alone, or what is out of the ordinary. */
  short?: boolean;
}

/** A date range as a thin line that marks today, with the date that matters now. */
export function WindowBar({ window, className, short = false }: Props) {
  const { t } = useTranslation();
  const { state, share } = windowAt(window, today());
  const dates = { from: day(window.from), to: day(window.to) };
  return (
    <div className={className}>
      <div className={styles.line} aria-hidden>
        <span className={styles.passed} style={{ width: `${share * 100}%` }} />
        {state === "open" && (
          <span className={styles.today} style={{ insetInlineStart: `${share * 100}%` }} />
        )}
      </div>
      <div className={styles.text}>
        {!(short && state === "open") && <b>{t(`catalogue.offer.${state}`, dates)}</b>}
        {!(short && state !== "open") && (
          <span>
            {dates.from} – {dates.to}
          </span>
        )}
      </div>
    </div>
  );
}
