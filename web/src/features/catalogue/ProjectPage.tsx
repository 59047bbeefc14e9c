import { Skeleton } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { isRefusal } from "../../lib/api.ts";
import { queryClient } from "../../lib/queryClient.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { projectOptions, useProject } from "./catalogue.queries.ts";
import { LoadError } from "./LoadError.tsx";
import { ProjectDetails } from "./ProjectDetails.tsx";
import styles from "./project.module.css";
import gallery from "./Gallery.module.css";
import "../../locales/en/catalogue.ts";
import "../../locales/en/projectPage.ts";
import waiting from "../../ui/waiting.module.css";

/** The page of one project in its four states. */
export function ProjectPage() {
  const { t } = useTranslation();
  const number = numberOf(useParams({ strict: false }).id);
  const project = useProject(number);
  const missing = number === undefined || isRefusal(project.error, "NOT_FOUND");
  if (missing)
    return (
      <EmptyState
        isPage
        title={t("projectPage.missing")}
        action={{ label: t("projectPage.back"), to: paths.spot }}
      />
    );
  if (project.data) return <ProjectDetails key={project.data.id} project={project.data} />;
  if (project.isError)
    return (
      <LoadError
        isPage
        title={t("projectPage.failed")}
        error={project.error}
        onRetry={() => void project.refetch()}
      />
    );
  return <ProjectSkeleton />;
}

/** Prefetches the project in the current URL. */
export async function prepareProject(): Promise<void> {
  const number = numberOf(window.location.pathname.split("/").at(-1));
  if (number !== undefined) await queryClient.prefetchQuery(projectOptions(number));
}

const numberOf = (id: string | undefined) =>
  id !== undefined && /^\d{1,10}$/.test(id) ? Number(id) : undefined;

function ProjectSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={waiting.late} aria-busy aria-label={t("projectPage.loading")} role="status">
      <Skeleton height={16} width={180} mb={16} />
      <Skeleton height={34} width="60%" mb={14} />
      <Skeleton height={20} width="45%" mb={28} />
      <div className={styles.hero}>
        <Skeleton className={gallery.cover} />
        <Skeleton height={380} />
      </div>
      <Skeleton height={44} mt={28} />
      <Skeleton height={300} mt={24} />
    </div>
  );
}
