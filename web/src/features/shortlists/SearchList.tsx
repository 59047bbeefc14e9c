import { Skeleton, VisuallyHidden } from "@mantine/core";
import type { SavedSearch } from "@tonneline/contract/shortlists";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { failureOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useNextFocus } from "../../ui/useNextFocus.ts";
import {
  useChangeSearch,
  useDeleteSearch,
  useSaveSearch,
  useSearches,
} from "./shortlists.queries.ts";
import styles from "./shortlists.module.css";

/** The current user's saved searches, with what they find now and whether they send alerts. */
export function SearchList() {
  const { t } = useTranslation();
  const searches = useSearches();
  const { list, fallback, rememberFocus } = useNextFocus<
    HTMLHeadingElement,
    HTMLTableSectionElement
  >();
  return (
    <section className={styles.searches} aria-labelledby="searches">
      <h2 ref={fallback} tabIndex={-1} id="searches">
        {t("shortlists.searches")}
      </h2>
      {searches.isPending && (
        <Skeleton height={120} role="status" aria-label={t("shortlists.loading")} />
      )}
      {searches.isError && !searches.data && (
        <ErrorState
          title={t("shortlists.searchesFailed")}
          {...failureOf(searches.error)}
          onRetry={() => void searches.refetch()}
        />
      )}
      {searches.data?.content.length === 0 && (
        <p className={styles.none}>{t("shortlists.noSearches")}</p>
      )}
      {searches.data && searches.data.content.length > 0 && (
        <div className={styles.wrap}>
          <table className={styles.table}>
            <VisuallyHidden component="caption">{t("shortlists.searches")}</VisuallyHidden>
            <thead>
              <tr>
                <th scope="col">{t("shortlists.search")}</th>
                <th scope="col" className={styles.num}>
                  {t("shortlists.projects")}
                </th>
                <th scope="col">{t("shortlists.alert")}</th>
                <th scope="col">{t("shortlists.action")}</th>
              </tr>
            </thead>
            <tbody ref={list}>
              {searches.data.content.map((search) => (
                <SearchRow key={search.id} search={search} onDelete={rememberFocus} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function SearchRow({ search, onDelete }: { search: SavedSearch; onDelete: () => void }) {
  const { t } = useTranslation();
  const change = useChangeSearch();
  const remove = useDeleteSearch();
  const save = useSaveSearch();
  const { id, name, query, alert, projects } = search;
  const failed = (error: Error) => showToast({ tone: "bad", text: refusalText(error) });
  const undo = {
    label: t("shortlists.undo"),
    // By then the row is unmounted, and callbacks passed to `mutate` would not run.
    onClick: () => void save.mutateAsync({ name, query, alert }).catch(failed),
  };
  const removed = () =>
    showToast({ tone: "good", text: t("shortlists.removed", { name }), action: undo });
  return (
    <tr>
      <th scope="row">
        <Link to={paths.spot} search={Object.fromEntries(new URLSearchParams(query))}>
          {name}
        </Link>
      </th>
      <td data-label={t("shortlists.projects")} className={styles.num}>
        {whole(projects)}
      </td>
      <td data-label={t("shortlists.alert")}>
        <SelectField
          aria-label={t("shortlists.alertOf", { name })}
          value={alert}
          data={[
            { value: "NONE", label: t("shortlists.off") },
            { value: "DAILY", label: t("shortlists.dailyShort") },
          ]}
          onChange={(event) => {
            const next = event.currentTarget.value === "DAILY" ? "DAILY" : "NONE";
            change.mutate({ id, alert: next }, { onError: failed });
          }}
        />
      </td>
      <td>
        <BusyButton
          variant="default"
          size="sm"
          busy={remove.isPending}
          aria-label={t("shortlists.deleteSearch", { name })}
          onClick={() => {
            onDelete();
            remove.mutate(id, { onSuccess: removed, onError: failed });
          }}
        >
          {t("shortlists.delete")}
        </BusyButton>
      </td>
    </tr>
  );
}
