import type { Suggestions } from "@tonneline/contract/catalogue";
import { Combobox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import styles from "./SuggestionOptions.module.css";
import { useLocationText } from "./useLocationText.ts";

/** Suggestions in their groups; an option's value encodes its group and its index in it. */
export function SuggestionOptions({ found }: { found: Suggestions }) {
  const { t } = useTranslation();
  const place = useLocationText();
  const { filters, projects, developers } = found;
  const total = (count: number) => t("catalogue.search.total", { count, total: whole(count) });
  return (
    <Combobox.Options className={styles.options} aria-label={t("catalogue.search.suggestions")}>
      {filters.length > 0 && (
        <Combobox.Group label={t("catalogue.search.filters")}>
          {filters.map(({ label, query, projects: count }, nth) => (
            <Combobox.Option key={query} value={`filters ${nth}`} className={styles.option}>
              <b>{label}</b> <span>{total(count)}</span>
            </Combobox.Option>
          ))}
        </Combobox.Group>
      )}
      {projects.length > 0 && (
        <Combobox.Group label={t("catalogue.search.projects")}>
          {projects.map((project, nth) => (
            <Combobox.Option
              key={project.id}
              value={`projects ${nth}`}
              className={`${styles.option} ${styles.project}`}
            >
              <b>{project.name}</b>{" "}
              <span>
                {[project.externalId, project.projectType, place(project)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Group>
      )}
      {developers.length > 0 && (
        <Combobox.Group label={t("catalogue.search.developers")}>
          {developers.map(({ id, name, projects: count }, nth) => (
            <Combobox.Option key={id} value={`developers ${nth}`} className={styles.option}>
              <b>{name}</b> <span>{total(count)}</span>
            </Combobox.Option>
          ))}
        </Combobox.Group>
      )}
    </Combobox.Options>
  );
}
