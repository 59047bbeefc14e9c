import type { listRetirements } from "@tonneline/contract/managedRetirements";
import type { ResponseOf } from "@tonneline/contract/endpoint";
import { useTranslation } from "react-i18next";
import { ageInDays } from "../../../lib/days.ts";
import { tonnes, whole } from "../../../lib/format.ts";
import { filteredBy, type TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
import styles from "./admin.module.css";

interface Props {
  /** Undefined while loading. */
  queue: ResponseOf<typeof listRetirements>["queue"] | undefined;
  search: TableSearch;
  onChange: ChangeTable;
}

/**
 * The open requests at each registry, to be handled one registry at a time: choosing one narrows the list to its
 * batch. One row, whose room is reserved while loading and when nothing is open.
 */
export function RegistryQueue({ queue, search, onChange }: Props) {
  const { t } = useTranslation();
  const { registry: chosen } = search.filters;
  const show = (id: number, isChosen: boolean) => {
    const next = filteredBy(search, "registry", isChosen ? "" : String(id));
    onChange({ ...next, tab: "RETIREMENT_IN_PROGRESS" });
  };
  return (
    <ul className={styles.queue} aria-label={t("managedRetirements.queue")}>
      {!queue?.length && (
        <li>
          <span>{queue ? t("managedRetirements.noQueue") : "–"}</span>
          <b>{queue ? whole(0) : "–"}</b>
          <small>{"\u00a0"}</small>
        </li>
      )}
      {queue?.map(({ registry, waiting, tonnes: sum, oldestAt }) => (
        <li key={registry.id}>
          <button
            type="button"
            aria-pressed={chosen === String(registry.id)}
            onClick={() => show(registry.id, chosen === String(registry.id))}
          >
            <span>{registry.name}</span>
            <b>{whole(waiting)}</b>
            <small>
              {t("managedRetirements.queued", {
                count: ageInDays(oldestAt),
                tonnes: tonnes(sum),
              })}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}
