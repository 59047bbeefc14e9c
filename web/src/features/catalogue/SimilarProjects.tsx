import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Project } from "@tonneline/contract/catalogue";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api.ts";
import { euros, whole } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import "../../locales/en/catalogue.ts";
import "../../locales/en/finding.ts";
import { catalogueKeys, freshMs, listProjects } from "./catalogue.queries.ts";
import { OwnPrice } from "../../ui/OwnPrice.tsx";
import styles from "./near.module.css";
import { othersThan, similarQuery } from "./similar.ts";
import { useLocationText } from "./useLocationText.ts";

/** Queries other projects of the same type and region that are on sale, cheapest first. */
function useSimilar(project: Project) {
  const query = similarQuery(project);
  const { data } = useQuery({
    queryKey: [...catalogueKeys.lists, "similar", query],
    queryFn: ({ signal }) => call(listProjects, { query }, { signal }),
    staleTime: freshMs,
  });
  return othersThan(project.id, data?.content ?? []);
}

/** Similar projects. Renders nothing if there are none, or while loading. */
export function SimilarProjects({ project, className }: { project: Project; className: string }) {
  const { t } = useTranslation();
  const place = useLocationText();
  const similar = useSimilar(project);
  if (similar.length === 0) return null;
  const kind = project.projectType.name;
  return (
    <section aria-labelledby="similar-title" className={className}>
      <h2 id="similar-title">{t("finding.similar.title")}</h2>
      <table className={styles.table}>
        <caption>
          {project.continent
            ? t("finding.similar.inRegion", { type: kind, region: project.continent })
            : t("finding.similar.ofType", { type: kind })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t("finding.similar.project")}</th>
            <th scope="col" className={styles.num}>
              {t("finding.near.tonnes")}
            </th>
            <th scope="col" className={styles.num}>
              {t("finding.near.price")}
            </th>
          </tr>
        </thead>
        <tbody>
          {similar.map((each) => (
            <tr key={each.id}>
              <th scope="row">
                <Link to={paths.project} params={{ id: String(each.id) }}>
                  {each.name}
                </Link>
                <br />
                <small>{place(each)}</small>
              </th>
              <td className={styles.num}>{whole(each.availableCredits)}</td>
              <td className={styles.num}>
                {each.priceFrom === null ? "–" : euros(each.priceFrom)}
                <OwnPrice listPrice={each.listPriceFrom} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
