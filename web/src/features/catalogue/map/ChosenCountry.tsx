import type { Category, CountryTotals } from "@tonneline/contract/catalogue";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { euros, tonnes, whole } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { useProjects } from "../catalogue.queries.ts";
import type { ProjectSearch } from "../catalogue.search.ts";
import { LabelChips } from "../LabelChips.tsx";
import { ProjectCover } from "../ProjectCover.tsx";
import { useRestoredFocus } from "../../../ui/useRestoredFocus.ts";
import { countryName } from "../useNames.ts";
import styles from "./map.module.css";
import "../../../locales/en/finding.ts";

interface Props {
  category: Category;
  search: ProjectSearch;
  total: CountryTotals["countries"][number];
  onClear: () => void;
  onShow: () => void;
}

/** The first projects of the country selected on the map, and a link to all of them. */
export function ChosenCountry({ category, search, total, onClear, onShow }: Props) {
  const { t } = useTranslation();
  useRestoredFocus();
  const found = useProjects(category, { ...search, country: [total.id as "KE"], pages: 1 });
  const first = found.isPlaceholderData ? [] : (found.data?.pages[0]?.content.slice(0, 3) ?? []);
  const facts = [
    t("catalogue.list.result", { count: total.projects, total: whole(total.projects) }),
    `${tonnes(total.credits)} ${t("catalogue.card.issued")}`,
    ...(total.priceFrom === null
      ? []
      : [`${t("catalogue.card.from")} ${euros(total.priceFrom)} ${t("catalogue.card.perTonne")}`]),
  ];
  return (
    <section className={styles.panel} aria-label={countryName(total.id)}>
      <div className={styles.chosenHead}>
        <div>
          <h2>{countryName(total.id)}</h2>
          <p>{facts.join(", ")}</p>
        </div>
        <Button variant="default" onClick={onClear}>
          {t("finding.map.clear")}
        </Button>
        <Button onClick={onShow}>
          {t("catalogue.filters.apply", { count: total.projects, total: whole(total.projects) })}
        </Button>
      </div>
      <ul className={styles.first} aria-busy={found.isPlaceholderData}>
        {first.map((project) => (
          <li key={project.id}>
            <span className={styles.thumb}>
              <ProjectCover project={project} size="small" />
            </span>
            <div>
              <Link to={paths.project} params={{ id: String(project.id) }}>
                {project.name}
              </Link>
              <p>
                {project.projectType.name} · {project.registry.name} {project.externalId}
              </p>
            </div>
            <LabelChips labels={project.labels} />
          </li>
        ))}
      </ul>
    </section>
  );
}
