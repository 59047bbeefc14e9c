import type { Target } from "@tonneline/contract/portfolio";
import { useTranslation } from "react-i18next";
import { tonnes } from "../../lib/format.ts";
import portfolio from "./portfolio.module.css";
import styles from "./target.module.css";

const parts = ["retired", "inProgress", "held", "toBuy"] as const;
const look = {
  retired: portfolio.retired,
  inProgress: portfolio.inProgress,
  held: portfolio.available,
  toBuy: styles.toBuy,
};

/** The progress towards a target as a bar with a mark at the target, and its figures below. */
export function TargetBar({ target }: { target: Target }) {
  const { t } = useTranslation();
  const sum = parts.reduce((all, part) => all + target[part], 0);
  const end = Math.max(sum, target.tonnes);
  const at = `${(target.tonnes / end) * 100}%`;
  return (
    <>
      <div className={styles.bar} aria-hidden>
        <div className={styles.parts}>
          {parts.map(
            (part) =>
              target[part] > 0 && (
                <span
                  key={part}
                  className={look[part]}
                  style={{ width: `${(target[part] / end) * 100}%` }}
                />
              ),
          )}
        </div>
        <span className={styles.mark} style={{ left: at }} />
      </div>
      <ul className={styles.legend}>
        {parts.map((part) => (
          <li key={part}>
            <span className={`${portfolio.key} ${look[part]}`} aria-hidden />
            {t(`portfolio.target.parts.${part}`, { year: target.year })}{" "}
            <b>{tonnes(target[part])}</b>
          </li>
        ))}
        <li>{t("portfolio.target.notCounted")}</li>
      </ul>
    </>
  );
}
