import { IconEye } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import "../../locales/en/records.ts";
import { useVisitors, type Named } from "./records.queries.ts";
import styles from "./records.module.css";

/** Names the colleagues who are viewing the same record; renders nothing if there are none. */
export function RecordVisitors(record: Named) {
  const { t } = useTranslation();
  const names = useVisitors(record).map(({ name }) => name);
  return (
    <div role="status" className={styles.visitors}>
      {names.length > 0 && (
        <>
          <IconEye size={16} stroke={1.8} aria-hidden />
          {t("records.visitors", { count: names.length, names: names.join(", ") })}
        </>
      )}
    </div>
  );
}
