import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import styles from "./imports.module.css";
import { ImportStatusBadge } from "./ImportStatusBadge.tsx";
import { Crumbs } from "../../ui/Crumbs.tsx";
import type { ImportRun } from "./useImportRun.ts";

/** The import's number, its status, and a button to delete it. */
export function ImportHead({
  importRun: { run, canWrite, working },
  onDelete,
}: {
  importRun: ImportRun;
  onDelete: () => void;
}) {
  const { t } = useTranslation();
  return (
    <header className={styles.head}>
      <div>
        <Crumbs label={t("imports.crumbs")}>
          <Link to={paths.managementProjects} activeOptions={{ exact: true }}>
            {t("imports.projects")}
          </Link>
          <Link to={paths.managementImports} activeOptions={{ exact: true }}>
            {t("imports.title")}
          </Link>
          {t("imports.one", { id: run.id })}
        </Crumbs>
        <div className={styles.titleLine}>
          <h1>{t("imports.heading")}</h1>
          <ImportStatusBadge status={run.status} />
        </div>
      </div>
      {canWrite && !working && (
        <Button variant="subtle" color="red" size="sm" onClick={onDelete}>
          {t("imports.delete.open")}
        </Button>
      )}
    </header>
  );
}
