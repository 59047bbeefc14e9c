import { Button } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import type { ManagedProject } from "@tonneline/contract/projects";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { paths } from "../../../lib/paths.ts";
import { dateTime } from "../../../lib/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { AvailabilityBadge } from "../../catalogue/AvailabilityBadge.tsx";
import { DeleteProjectDialog } from "../DeleteProjectDialog.tsx";
import styles from "./EditorHead.module.css";
import editor from "./editor.module.css";
import { Crumbs } from "../../../ui/Crumbs.tsx";
import { usePageTitle } from "../../../ui/pageTitle.ts";
import { useEditor } from "./EditorContext.tsx";
import type { ProjectFields } from "./form.ts";

interface Props {
  project: ManagedProject | undefined;
  onDeleted: () => void;
}

/** Sticks to the top: the project's name as typed, what buyers see of it, and the saved version. */
export function EditorHead({ project: saved, onDeleted }: Props) {
  const { t } = useTranslation();
  const { canWrite } = useEditor();
  // Watched here, not in the form around it: that would render all fields with each letter of the name.
  const name = useWatch<ProjectFields, "name">({ name: "name" });
  usePageTitle(name || t("editor.unnamed"));
  const [isAsking, setIsAsking] = useState(false);
  return (
    <header className={styles.head}>
      <div className={styles.headText}>
        <Crumbs label={t("editor.crumbs")}>
          <Link to={paths.managementProjects} activeOptions={{ exact: true }}>
            {t("editor.projects")}
          </Link>
          {t(saved ? "editor.edit" : "editor.new")}
        </Crumbs>
        <div className={styles.title}>
          <h1 title={name}>{name || t("editor.unnamed")}</h1>
          {saved && <AvailabilityBadge status={saved.status} />}
          {saved?.hidden && <Tag label={t("editor.hidden")} />}
        </div>
      </div>
      {saved && (
        <div className={styles.headEnd}>
          <span className={editor.quiet}>
            {t("editor.version", { version: saved.version, when: dateTime(saved.updatedAt) })}
          </span>
          {canWrite && (
            <Button variant="subtle" color="red" size="sm" onClick={() => setIsAsking(true)}>
              {t("editor.deleteProject.open")}
            </Button>
          )}
          {saved.hidden ? (
            <span className={editor.quiet}>
              <IconEyeOff size={16} stroke={1.8} aria-hidden /> {t("editor.notShown")}
            </span>
          ) : (
            <Button
              component={Link}
              to={paths.project.replace("$id", String(saved.id))}
              variant="default"
              size="sm"
              leftSection={<IconEye size={16} stroke={1.8} aria-hidden />}
            >
              {t("editor.view")}
            </Button>
          )}
        </div>
      )}
      {saved && isAsking && (
        <DeleteProjectDialog
          project={saved}
          onDeleted={onDeleted}
          onClose={() => setIsAsking(false)}
        />
      )}
    </header>
  );
}
