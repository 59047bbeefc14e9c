import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { share, whole } from "../../lib/format.ts";
import styles from "./portfolio.module.css";

const initiallyShown = 6;

export interface Share {
  key: string | number;
  name: ReactNode;
  purchased: number;
  /** The expected part of those tonnes. */
  expected: number;
}

interface Props {
  title: string;
  /** All tonnes bought: the basis of bars and percentages. */
  total: number;
  rows: readonly Share[];
  /** Labels the button that shows the remaining rows. */
  more: (count: number) => string;
  children?: ReactNode;
}

/** Tonnes bought by one attribute: a bar, the figure and its percentage; expected tonnes are striped. */
export function Shares({ title, total, rows, more, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [all, setAll] = useState(false);
  if (rows.length === 0) return null;
  const shown = all ? rows : rows.slice(0, initiallyShown);
  const width = (tonnes: number) => ({ width: `${(tonnes / total) * 100}%` });
  return (
    <section aria-labelledby={id}>
      <div className={styles.chartHead}>
        <h2 id={id} className={styles.chartTitle}>
          {title}
        </h2>
        <span className={styles.unit}>{t("portfolio.shares.unit")}</span>
      </div>
      <ul className={styles.types}>
        {shown.map(({ key, name, purchased, expected }) => (
          <li key={key}>
            <span className={styles.typeName}>{name}</span>
            <span>
              <b>{whole(purchased)}</b>{" "}
              <span className={styles.unit}>{share(purchased / total)}</span>
            </span>
            <span className={styles.bar} aria-hidden>
              <span style={width(purchased - expected)} />
              <span className={styles.expected} style={width(expected)} />
            </span>
            {expected > 0 && (
              <span className={styles.ofThese}>
                {expected === purchased
                  ? t("portfolio.shares.allExpected")
                  : t("portfolio.shares.expected", { count: expected })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {rows.length > initiallyShown && (
        <button type="button" className={styles.more} onClick={() => setAll(!all)}>
          {all ? t("portfolio.shares.fewer") : more(rows.length - initiallyShown)}
        </button>
      )}
      {children}
    </section>
  );
}
