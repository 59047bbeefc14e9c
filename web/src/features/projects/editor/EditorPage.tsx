import { Skeleton } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../../lib/paths.ts";
import { isRefusal } from "../../../lib/api.ts";
import { useUser } from "../../../lib/session.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../catalogue/LoadError.tsx";
import waiting from "../../../ui/waiting.module.css";
import styles from "./editor.module.css";
import { useManagedProject } from "./editor.queries.ts";
import { EditorProvider } from "./EditorContext.tsx";
import { EditorForm } from "./EditorForm.tsx";
import "../../../locales/en/catalogue.ts";
import "../../../locales/en/projectPage.ts";
import "../../../locales/en/deletion.ts";
import "../../../locales/en/editor.ts";
import "../../../locales/en/projects.ts";
import "../../../locales/en/table.ts";

/** /management/projects/update: a new project, or with `id` an existing one, in its four states. */
export function EditorPage() {
  const { t } = useTranslation();
  const { id } = useSearch({ strict: false }) as { id?: string };
  const canWrite = useUser()?.permissions.has("projects:write") ?? false;
  const isNew = id === undefined || id === "";
  const number = !isNew && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : undefined;
  const project = useManagedProject(number);

  if (isNew && !canWrite)
    return (
      <EmptyState
        isPage
        title={t("editor.mayNotAdd")}
        action={{ label: t("editor.back"), to: paths.managementProjects }}
      />
    );
  if (isNew)
    return (
      <EditorProvider value={{ projectId: undefined, canWrite }}>
        <EditorForm key="new" project={undefined} />
      </EditorProvider>
    );
  if (number === undefined || isRefusal(project.error, "NOT_FOUND"))
    return (
      <EmptyState
        isPage
        title={t("editor.missing")}
        action={{ label: t("editor.back"), to: paths.managementProjects }}
      />
    );
  if (project.data)
    return (
      <EditorProvider value={{ projectId: project.data.id, canWrite }}>
        <EditorForm key={project.data.id} project={project.data} />
      </EditorProvider>
    );
  if (project.isError)
    return (
      <LoadError
        isPage
        title={t("editor.failed")}
        error={project.error}
        onRetry={() => void project.refetch()}
        back={{ label: t("editor.back"), to: paths.managementProjects }}
      />
    );
  return (
    <div className={waiting.late} role="status" aria-busy aria-label={t("editor.loading")}>
      <Skeleton height={28} width="45%" mb={32} />
      <div className={styles.body}>
        <Skeleton height={260} />
        <Skeleton height={520} />
        <Skeleton height={360} />
      </div>
    </div>
  );
}
