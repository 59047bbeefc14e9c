import type { Category, ProjectSummary } from "@tonneline/contract/catalogue";
import { Suspense, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { whole } from "../../lib/format.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { LoadError } from "./LoadError.tsx";
import cardStyles from "./card.module.css";
import { CardSkeleton, CardSkeletons, waitingCards } from "./CardSkeletons.tsx";
import styles from "./list.module.css";
import { ProjectCard } from "./ProjectCard.tsx";
import type { ListParts } from "./ProjectListPage.tsx";

const NoHits = lazyChunk(async () => ({ default: (await import("./NoHits.tsx")).NoHits }));
const ProjectTable = lazyChunk(async () => ({
  default: (await import("./ProjectTable.tsx")).ProjectTable,
}));

/** The search results in their four states: loading, failed, empty and loaded. */
export function Results({ view, ...parts }: ListParts & { view: "cards" | "table" }) {
  const { t } = useTranslation();
  const { category, search, change, projects } = parts;
  const { data, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage } = projects;
  const loaded = data?.pages.length ?? 0;
  // Between page requests, stock changes may have moved a project to the next page: it is shown once.
  const found = useMemo(() => {
    const all = data?.pages.flatMap((page) => page.content) ?? [];
    return [...new Map(all.map((project) => [project.id, project])).values()];
  }, [data]);

  // The URL holds the number of pages: after a reload they are fetched one by one.
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
  // Returning users are scrolled to where they were, possibly far down: the space must exist before the cards do.
  const target = search.pages * pageSize;
  if (!data) return <CardSkeletons {...(search.pages > 1 && { count: target })} />;

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
          <Cards
            found={found}
            category={category}
            missing={missing ? Math.min(total, target) - found.length : 0}
          />
        )}
        <div className={styles.foot}>
          <span role={search.pages > 1 ? "status" : undefined} tabIndex={-1}>
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
              onClick={({ currentTarget }) => {
                if (target + pageSize >= total) focusNumber(currentTarget);
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

/** Moves the focus from the button that shows more, which disappears with the last page, to the number shown. */
function focusNumber(button: Element): void {
  button.parentElement!.querySelector("span")!.focus({ preventScroll: true });
}

const pageSize = 24;

/** The number of cards initially in view. */
const initiallyVisible = window.innerWidth < 600 ? 2 : 4;
const isFirstVisit = () =>
  performance
    .getEntriesByType("navigation")
    .some((entry) => "type" in entry && entry.type === "navigate");
let isFirstList = true;

/**
 * Renders the first cards at once; the others, and those of another search, when the browser is idle, so that a tick or a
 * keystroke does not wait for hundreds of cards. Returning users get all of them, with their exact heights, since they are
 * scrolled to where they were.
 */
function Cards(props: {
  found: readonly ProjectSummary[];
  category: Category;
  /** How many more cards of its pages are still loading. */
  missing: number;
}) {
  const { found, category, missing } = props;
  const [isNew] = useState(() => isFirstList && isFirstVisit());
  const [initial] = useState(() => (isNew ? found.slice(0, initiallyVisible) : found));
  useEffect(() => {
    isFirstList = false;
  }, []);
  const shown = useDeferredValue(found, initial);
  // Placeholders were shown before the first cards: without them the page would shrink and grow again.
  const placeholders = found.slice(shown.length, waitingCards).length + missing;
  return (
    <ul className={cardStyles.cards}>
      {shown.map((project, index) => (
        <DeferredCard key={project.id} delayMs={isNew ? 25 * (index - initiallyVisible) : 0}>
          <ProjectCard project={project} category={category} first={index < initiallyVisible} />
        </DeferredCard>
      ))}
      {Array.from({ length: placeholders }, (_, index) => (
        <CardSkeleton key={index} />
      ))}
    </ul>
  );
}

/** The space of a card, laid out shortly after those before it: all at once would be the longest task of a new page. */
function DeferredCard({ delayMs, children }: { delayMs: number; children: ReactNode }) {
  const [isDeferred, setDeferred] = useState(delayMs > 0);
  useEffect(() => {
    const timer = setTimeout(() => setDeferred(false), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return <li className={isDeferred ? cardStyles.late : undefined}>{children}</li>;
}
