import type { Portfolio } from "@tonneline/contract/portfolio";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { share, whole } from "../../lib/format.ts";
import { TypeIcon } from "../catalogue/TypeIcon.tsx";
import styles from "./portfolio.module.css";

const shownAtFirst = 6;

/** Tonnes bought of each project type, the most first: a bar, its figure and its share. */
export function ProjectTypes({ types }: { types: Portfolio["series"]["projectTypes"] }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const total = types.reduce((sum, { purchased }) => sum + purchased, 0);
  const shown = all ? types : types.slice(0, shownAtFirst);
  return (
    <section aria-labelledby="portfolio-types">
      <div className={styles.chartHead}>
        <h2 id="portfolio-types" className={styles.chartTitle}>
          {t("portfolio.types.title")}
        </h2>
        <span className={styles.unit}>{t("portfolio.types.unit")}</span>
      </div>
      <ul className={styles.types}>
        {shown.map(({ id, name, purchased }) => (
          <li key={id}>
            <span className={styles.typeName}>
              <TypeIcon type={name} size={16} />
              {name}
            </span>
            <span>
              <b>{whole(purchased)}</b>{" "}
              <span className={styles.unit}>{share(purchased / total)}</span>
            </span>
            <span className={styles.bar} aria-hidden>
              <span style={{ width: `${(purchased / total) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
      {types.length > shownAtFirst && (
        <button type="button" className={styles.more} onClick={() => setAll(!all)}>
          {all
            ? t("portfolio.types.fewer")
            : t("portfolio.types.more", { count: types.length - shownAtFirst })}
        </button>
      )}
    </section>
  );
}
