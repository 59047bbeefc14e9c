import { Button } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import project from "../catalogue/ProjectHead.module.css";
import styles from "./imports.module.css";
import { ImportStatusBadge } from "./ImportStatusBadge.tsx";
import type { ImportRun } from "./useImportRun.ts";

/** Which import this is, how far it has come, and the way to be rid of it. */
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
        <nav aria-label={t("imports.crumbs")}>
          <ol className={project.crumbs}>
            <li>
              <Link to={paths.managementProjects}>{t("imports.projects")}</Link>
              <IconChevronRight size={14} stroke={2} aria-hidden />
            </li>
            <li>
              <Link to={paths.managementImports}>{t("imports.title")}</Link>
              <IconChevronRight size={14} stroke={2} aria-hidden />
            </li>
            <li>{t("imports.one", { id: run.id })}</li>
          </ol>
        </nav>
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
