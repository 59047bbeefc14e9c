import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { LoadError } from "./LoadError.tsx";
import cardStyles from "./card.module.css";
import { CardSkeletons } from "./CardSkeletons.tsx";
import styles from "./list.module.css";
import { ProjectCard } from "./ProjectCard.tsx";
import type { ListParts } from "./ProjectListPage.tsx";

const NoHits = lazy(async () => ({ default: (await import("./NoHits.tsx")).NoHits }));
const ProjectTable = lazy(async () => ({
  default: (await import("./ProjectTable.tsx")).ProjectTable,
}));

/** The projects found, in their four faces: waiting, failed, none, and there. */
export function Results({ view, ...parts }: ListParts & { view: "cards" | "table" }) {
  const { t } = useTranslation();
  const { category, search, change, projects } = parts;
  const { data, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage } = projects;
  const loaded = data?.pages.length ?? 0;

  // The address says how many pages are shown: after a reload they are fetched one after the other.
  const missing = !isPlaceholderData && loaded > 0 && loaded < search.pages && hasNextPage;
  useEffect(() => {
    if (missing && !isFetchingNextPage && !projects.isFetchNextPageError) void fetchNextPage();
  }, [missing, isFetchingNextPage, projects.isFetchNextPageError, fetchNextPage]);

  if (projects.isError && !data)
    return (
      <LoadError
        title={t("catalogue.list.failed")}
        error={projects.error}
        onRetry={() => void projects.refetch()}
      />
    );
  if (!data) return <CardSkeletons />;

  // While paging, stock may have moved a project from one page to the next: it is shown once.
  const found = [
    ...new Map(
      data.pages.flatMap((page) => page.content).map((project) => [project.id, project]),
    ).values(),
  ];
  const total = data.pages[0]?.totalElements ?? 0;
  if (total === 0 && !isPlaceholderData)
    return (
      <Suspense>
        <NoHits {...parts} />
      </Suspense>
    );

  return (
    <div aria-busy={isPlaceholderData}>
      {isPlaceholderData && <div className={styles.bar} />}
      <div className={isPlaceholderData ? styles.dim : undefined}>
        {view === "table" ? (
          <Suspense fallback={<CardSkeletons />}>
            <ProjectTable projects={found} category={category} search={search} change={change} />
          </Suspense>
        ) : (
          <ul className={cardStyles.cards}>
            {found.map((project, index) => (
              <li key={project.id}>
                <ProjectCard project={project} category={category} first={index < 4} />
              </li>
            ))}
          </ul>
        )}
        <div className={styles.foot}>
          <span>
            {projects.isFetchNextPageError
              ? t("catalogue.list.moreFailed")
              : t("catalogue.list.shown", {
                  shown: whole(found.length),
                  total: whole(total),
                })}
          </span>
          {hasNextPage && (
            <BusyButton
              variant="default"
              busy={isFetchingNextPage}
              onClick={() => {
                void fetchNextPage();
                change((present) => ({ ...present, pages: loaded + 1 }), { replace: true });
              }}
            >
              {projects.isFetchNextPageError ? t("catalogue.list.retry") : t("catalogue.list.more")}
            </BusyButton>
          )}
        </div>
      </div>
    </div>
  );
}
