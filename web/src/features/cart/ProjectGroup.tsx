import { Link } from "@tanstack/react-router";
import { countryNames, type CountryCode } from "@tonneline/contract/countries";
import { paths } from "../../lib/paths.ts";
import { Cover } from "../orders/Cover.tsx";
import styles from "./rows.module.css";
import type { CartProject, CartVintage } from "./cart.model.ts";
import { VintageRow } from "./VintageRow.tsx";

function countriesText(countries: string[]): string {
  const [first, ...more] = countries;
  if (!first) return "";
  const name = countryNames[first as CountryCode] ?? first;
  return more.length > 0 ? `${name} +${more.length}` : name;
}

interface GroupProps {
  project: CartProject;
  onRemove: (row: CartVintage) => void;
}

/** A project and its vintages in the cart. */
export function ProjectGroup({ project, onRemove }: GroupProps) {
  const facts = [project.projectType.name, countriesText(project.countries), project.registry.name];
  return (
    <section className={styles.group} aria-label={project.name}>
      <div className={styles.groupHead}>
        <Cover project={project} />
        <div>
          <h2 className={styles.groupTitle}>
            <Link to={paths.project} params={{ id: String(project.id) }}>
              {project.name}
            </Link>
          </h2>
          <div className={styles.sub}>
            {facts.filter(Boolean).join(" · ")}{" "}
            {project.externalId && (
              <span className={styles.mono} translate="no">
                {project.externalId}
              </span>
            )}
          </div>
        </div>
      </div>
      <ul className={styles.rows}>
        {project.vintages.map((row) => (
          <VintageRow key={row.vintageId} row={row} onRemove={() => onRemove(row)} />
        ))}
      </ul>
    </section>
  );
}
