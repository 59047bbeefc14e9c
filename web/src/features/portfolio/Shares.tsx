import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { share, whole } from "../../lib/format.ts";
import styles from "./portfolio.module.css";

const shownAtFirst = 6;

export interface Share {
  key: string | number;
  name: ReactNode;
  purchased: number;
  /** Of these tonnes those that are expected. */
  expected: number;
}

interface Props {
  title: string;
  /** All tonnes bought: bars and shares are of them. */
  total: number;
  rows: readonly Share[];
  /** How the button calls what is left out at first. */
  more: (count: number) => string;
  children?: ReactNode;
}

/** Tonnes bought by one of their facts: a bar, its figure and its share of all; expected ones in stripes. */
export function Shares({ title, total, rows, more, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [all, setAll] = useState(false);
  if (rows.length === 0) return null;
  const shown = all ? rows : rows.slice(0, shownAtFirst);
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
      {rows.length > shownAtFirst && (
        <button type="button" className={styles.more} onClick={() => setAll(!all)}>
          {all ? t("portfolio.shares.fewer") : more(rows.length - shownAtFirst)}
        </button>
      )}
      {children}
    </section>
  );
}
