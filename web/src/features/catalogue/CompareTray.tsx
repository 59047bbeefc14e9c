import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { maxCompared, setCompared, useComparedList } from "./compared.ts";
import styles from "./compare.module.css";
import { focusNextItem, focusOutsideList } from "./focusNextItem.ts";
import "../../locales/en/catalogue.ts";

/** The projects ticked for comparison, at the foot of the list. */
export function CompareTray() {
  const { t } = useTranslation();
  const list = useComparedList((store) => store.list);
  if (list.length === 0) return null;
  const ids = list.flatMap(({ vintageId }) => vintageId ?? []);
  const isReady = ids.length === list.length && ids.length > 1;
  return (
    <section className={styles.tray} aria-label={t("catalogue.compare.tray")}>
      <b aria-live="polite">
        {t("catalogue.compare.count", { count: list.length, most: maxCompared })}
      </b>
      <ul>
        {list.map(({ projectId, name }) => (
          <li key={projectId}>
            <span>{name}</span>
            <button
              type="button"
              aria-label={t("catalogue.compare.remove", { name })}
              onClick={({ currentTarget }) => {
                focusNextItem(currentTarget);
                setCompared(list.filter((one) => one.projectId !== projectId));
              }}
            >
              <IconX size={14} stroke={2} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={styles.clear}
        onClick={() => {
          focusOutsideList();
          setCompared([]);
        }}
      >
        {t("catalogue.compare.clear")}
      </button>
      {isReady ? (
        <Link to={paths.compare} search={{ v: ids.join() }} className={styles.go}>
          {t("catalogue.compare.go", { count: list.length })}
        </Link>
      ) : (
        <span className={styles.more}>{t("catalogue.compare.oneMore")}</span>
      )}
    </section>
  );
}
