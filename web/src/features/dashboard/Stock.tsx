import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { tonnes, whole } from "../../lib/format.ts";
import { NoValue } from "../../ui/NoValue.tsx";
import { Block } from "./Block.tsx";
import styles from "./dashboard.module.css";
import { useStock } from "./dashboard.queries.ts";
import { typeLink } from "./links.ts";

const firstTypes = 8;

/** The tonnes on sale by project type, linked to those projects. */
export function Stock() {
  const { t } = useTranslation();
  const query = useStock();
  const [all, setAll] = useState(false);
  const rows = query.data ?? [];
  const most = Math.max(...rows.map(({ available }) => available), 1);
  const figure = (count: number) => (count > 0 ? whole(count) : <NoValue />);
  return (
    <Block
      title={t("dashboard.stock")}
      note={
        rows.length > 0 &&
        t("dashboard.stockNote", {
          available: tonnes(rows.reduce((sum, { available }) => sum + available, 0)),
        })
      }
      tools={
        rows.length > firstTypes && (
          <Button variant="subtle" size="compact-sm" mr={-16} onClick={() => setAll(!all)}>
            {all ? t("dashboard.showLess") : t("dashboard.showAll", { count: rows.length })}
          </Button>
        )
      }
      query={query}
      height={340}
    >
      {() =>
        rows.length === 0 ? (
          <p className={styles.note}>{t("dashboard.noStock")}</p>
        ) : (
          <div className={styles.frame} tabIndex={0} role="group" aria-label={t("dashboard.stock")}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t("dashboard.type")}</th>
                  {(["projects", "available"] as const).map((name) => (
                    <th key={name} scope="col" className={styles.num}>
                      {t(`dashboard.${name}`)}
                    </th>
                  ))}
                  <td className={styles.share} />
                  {(["committed", "reserved"] as const).map((name) => (
                    <th key={name} scope="col" className={styles.num}>
                      {t(`dashboard.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.slice(0, all ? undefined : firstTypes).map((row) => (
                  <tr key={row.projectType.id}>
                    <th scope="row">
                      <Link {...typeLink(row.projectType.id)}>{row.projectType.name}</Link>
                    </th>
                    <td className={styles.num} data-label={t("dashboard.projects")}>
                      {whole(row.projects)}
                    </td>
                    <td className={styles.num} data-main data-label={t("dashboard.available")}>
                      <b>{whole(row.available)}</b>
                    </td>
                    <td className={styles.share} aria-hidden>
                      <span style={{ width: `${((row.available / most) * 100).toFixed(1)}%` }} />
                    </td>
                    <td className={styles.num} data-label={t("dashboard.committed")}>
                      {figure(row.committed)}
                    </td>
                    <td className={styles.num} data-label={t("dashboard.reserved")}>
                      {figure(row.reserved)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Block>
  );
}
