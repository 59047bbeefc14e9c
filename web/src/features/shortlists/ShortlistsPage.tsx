import { Button, Skeleton } from "@mantine/core";
import { IconHeart, IconPlus } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { NameDialog } from "./NameDialog.tsx";
import { ShortlistPanel } from "./ShortlistPanel.tsx";
import { useCreateShortlist, useSearches, useShortlists } from "./shortlists.queries.ts";
import { SearchList } from "./SearchList.tsx";
import styles from "./shortlists.module.css";
import "../../locales/en/catalogue.ts";
import "../../locales/en/management.ts";
import "../../locales/en/table.ts";
import "../../locales/en/shortlists.ts";

/** The company's shortlists, one at a time, and the current user's saved searches. */
export function ShortlistsPage() {
  const { t } = useTranslation();
  const lists = useShortlists();
  // Prefetched along with the lists, as it is shown below them.
  useSearches();
  const create = useCreateShortlist();
  const [naming, setNaming] = useState(false);
  const text = useRouterState({ select: (state) => state.location.searchStr });
  const requestedId = Number(new URLSearchParams(text).get("list"));
  const all = lists.data?.content ?? [];
  const chosen = all.find(({ id }) => id === requestedId) ?? all[0];
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>{t("shortlists.title")}</h1>
          <p>{t("shortlists.lead")}</p>
        </div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setNaming(true)}
        >
          {t("shortlists.new")}
        </Button>
      </div>
      {naming && (
        <NameDialog
          title={t("shortlists.new")}
          save={create}
          onSave={(name, done) => create.mutate(name, { onSuccess: done })}
          onClose={() => setNaming(false)}
        />
      )}
      {lists.isPending && (
        <Skeleton height={280} role="status" aria-label={t("shortlists.loading")} />
      )}
      {lists.isError && !lists.data && (
        <ErrorState
          title={t("shortlists.loadFailed")}
          {...failureOf(lists.error)}
          onRetry={() => void lists.refetch()}
        />
      )}
      {lists.data && !chosen && (
        <EmptyState
          title={t("shortlists.empty")}
          text={t("shortlists.emptyText")}
          action={{ label: t("shortlists.browse"), to: paths.spot }}
        />
      )}
      {chosen && (
        <div className={styles.market}>
          <nav className={styles.lists} aria-label={t("shortlists.title")}>
            {all.map(({ id, name, vintages }) => (
              <Link
                key={id}
                to={paths.shortlists}
                search={{ list: String(id) }}
                aria-current={id === chosen.id ? "page" : undefined}
              >
                <IconHeart size={16} aria-hidden /> <span>{name}</span>
                <span>{whole(vintages.length)}</span>
              </Link>
            ))}
          </nav>
          <ShortlistPanel
            key={chosen.id}
            list={chosen}
            others={all.filter(({ id }) => id !== chosen.id)}
          />
        </div>
      )}
      {/* Below lists of any length: rendered only once they are loaded, so that nothing moves it. */}
      {!lists.isPending && <SearchList />}
    </>
  );
}
