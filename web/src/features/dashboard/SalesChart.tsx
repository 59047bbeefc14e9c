import { Link } from "@tanstack/react-router";
import type { Comparison, Sales } from "@tonneline/contract/dashboard";
import { useTranslation } from "react-i18next";
import { euros, shortDay } from "../../lib/format.ts";
import styles from "./chart.module.css";
import { paidLink } from "./links.ts";
import { barName, shortName } from "./names.ts";
import { topOf } from "./salesRange.ts";

interface Props {
  sales: Sales;
  compare: Comparison;
}

/** A bar per day or month, each linked to its orders; a line across it marks the reference value. */
export function SalesChart({ sales: { bars, unit }, compare }: Props) {
  const { t } = useTranslation();
  const top = topOf(Math.max(...bars.map(({ net, before }) => Math.max(net, before?.net ?? 0))));
  const height = (net: number) => ({ height: `${(net / top) * 100}%` });
  // Shows as many labels as fit.
  const every = Math.ceil(bars.length / 12);
  return (
    <div className={styles.chart}>
      <div className={styles.axis} aria-hidden>
        {[1, 0.5, 0].map((part) => (
          <span key={part}>{euros(top * part).replace(/\.00$/, "")}</span>
        ))}
      </div>
      <ol className={styles.bars} data-many={bars.length > 31 || undefined}>
        {bars.map((bar, index) => (
          <li key={bar.from}>
            <Link
              {...paidLink(bar)}
              aria-label={t(bar.before ? "dashboard.barCompared" : "dashboard.bar", {
                name: barName(unit, bar.from),
                net: euros(bar.net),
                before: euros(bar.before?.net ?? 0),
              })}
              title={`${unit === "month" ? barName(unit, bar.from) : shortDay(bar.from)}: ${euros(bar.net)}`}
            >
              <span
                className={styles.bar}
                data-open={bar.isOpen || undefined}
                style={height(bar.net)}
              />
              {bar.before && bar.before.net > 0 && (
                <span className={styles.before} style={{ bottom: height(bar.before.net).height }} />
              )}
            </Link>
            <span className={styles.name} aria-hidden>
              {index % every === 0 && shortName(unit, bar.from)}
            </span>
          </li>
        ))}
      </ol>
      <p className={styles.legend}>
        <span className={styles.key} /> {t("dashboard.figure.net")}
        {bars.at(-1)?.isOpen && (
          <>
            <span className={styles.key} data-open /> {t(`dashboard.notOver.${unit}`)}
          </>
        )}
        {compare !== "none" && (
          <>
            <span className={styles.line} /> {t(`dashboard.compared.${compare}`)}
          </>
        )}
      </p>
    </div>
  );
}
