import type { PricePreview } from "@tonneline/contract/prices";
import { useTranslation } from "react-i18next";
import { euros } from "../../lib/format.ts";
import styles from "./prices.module.css";

// More than anybody compares by eye; the sums above cover all of them.
const maxShown = 100;

/** The preview of a price change: how many, who is notified, each price before and after, and what is left out. */
export function PreviewList({ preview }: { preview: PricePreview }) {
  const { t } = useTranslation();
  const { rows, leftOut, unchanged, told } = preview;
  const sums = [
    t("prices.dialog.summary", { count: rows.length }),
    unchanged > 0 && t("prices.dialog.unchanged", { count: unchanged }),
  ];
  const whom = [
    told.carts > 0 && t("prices.dialog.carts", { count: told.carts }),
    told.shortlists > 0 && t("prices.dialog.shortlists", { count: told.shortlists }),
  ];
  return (
    <section className={styles.preview} aria-live="polite">
      {rows.length + unchanged > 0 && (
        <p>
          <b>{sums.filter(Boolean).join("; ")}.</b> {whom.filter(Boolean).join("; ")}
        </p>
      )}
      <ul className={styles.rows} tabIndex={0} aria-label={sums[0] || undefined}>
        {rows.slice(0, maxShown).map(({ id, project, year, price, after, carts }) => (
          <li key={id}>
            <span>
              {t("prices.dialog.row", { name: project.name, year })}
              {carts > 0 && <small>{t("prices.dialog.inCarts", { count: carts })}</small>}
            </span>
            <span className={styles.figures}>
              <del>{price === null ? t("prices.onRequest") : euros(price)}</del>
              <b>{euros(after)}</b>
            </span>
          </li>
        ))}
        {rows.length > maxShown && (
          <li>{t("prices.dialog.more", { count: rows.length - maxShown })}</li>
        )}
      </ul>
      {leftOut.length > 0 && (
        <div className={styles.leftOut}>
          <p>{t("prices.dialog.leftOut", { count: leftOut.length })}</p>
          <ul>
            {leftOut.slice(0, maxShown).map(({ line, name, why }) => (
              <li key={`${line} ${name}`}>
                <b>{line === null ? name : t("prices.dialog.line", { line, name })}</b> {why}
              </li>
            ))}
            {leftOut.length > maxShown && (
              <li>{t("prices.dialog.more", { count: leftOut.length - maxShown })}</li>
            )}
          </ul>
        </div>
      )}
    </section>
  );
}
