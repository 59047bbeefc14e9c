import type { Category, ProjectSummary } from "@tonneline/contract/catalogue";
import { Link, useNavigate } from "@tanstack/react-router";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { euros, whole, years as yearSpan } from "../../lib/format.ts";
import { AvailabilityBadge } from "./AvailabilityBadge.tsx";
import cardStyles from "./card.module.css";
import { ProjectCover } from "./ProjectCover.tsx";
import styles from "./table.module.css";
import { usePlace } from "./usePlace.ts";
import "../../locales/en/catalogue.ts";
import { WindowBar } from "./WindowBar.tsx";

interface Props {
  projects: ProjectSummary[];
  category: Category;
}

/** The list as a table. The name is the link; the whole row follows it with the mouse. */
export function ProjectTable({ projects, category }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const sold = category === "CREDIT_SALE";
  return (
    <div className={styles.wrap}>
      <table className={styles.table}>
        <caption>
          {sold ? t("catalogue.table.caption") : t("catalogue.table.captionOffers")}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t("catalogue.table.project")}</th>
            {sold && (
              <th scope="col" className={styles.type}>
                {t("catalogue.table.type")}
              </th>
            )}
            <th scope="col">{t("catalogue.table.country")}</th>
            <th scope="col" className={styles.registry}>
              {t("catalogue.table.registry")}
            </th>
            {sold && (
              <>
                <th scope="col">{t("catalogue.table.vintages")}</th>
                <th scope="col" className={styles.num}>
                  {t("catalogue.table.available")}
                </th>
                <th scope="col" className={styles.num}>
                  {t("catalogue.table.price")}
                </th>
              </>
            )}
            {category === "FINANCING" && (
              <>
                <th scope="col" className={styles.num}>
                  {t("catalogue.table.expected")}
                </th>
                <th scope="col" className={styles.num}>
                  {t("catalogue.table.averagePrice")}
                </th>
              </>
            )}
            {category === "SPONSORING" && <th scope="col">{t("catalogue.table.impact")}</th>}
            {!sold && <th scope="col">{t("catalogue.table.window")}</th>}
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <Row
              key={project.id}
              project={project}
              category={category}
              open={() => void navigate({ to: paths.project, params: { id: String(project.id) } })}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  project: ProjectSummary;
  category: Category;
  open: () => void;
}

function Row({ project, category, open }: RowProps) {
  const place = usePlace();
  return (
    <tr
      className={project.status.id === "SOLD_OUT" ? styles.dim : undefined}
      onClick={(event) => {
        // The link answers for itself, with its own modifier keys; text may be selected without leaving.
        const onLink = event.target instanceof Element && event.target.closest("a");
        if (!onLink && window.getSelection()?.isCollapsed !== false) open();
      }}
    >
      <th scope="row">
        <div className={styles.project}>
          <span className={styles.thumb}>
            <ProjectCover project={project} size="small" />
          </span>
          <div>
            <Link to={paths.project} params={{ id: String(project.id) }} title={project.name}>
              {project.name}
            </Link>
            {category !== "CREDIT_SALE" && (
              <span className={styles.under}>{project.projectType.name}</span>
            )}
            {project.status.id !== "AVAILABLE" && (
              <AvailabilityBadge status={project.status} dense />
            )}
          </div>
        </div>
      </th>
      {category === "CREDIT_SALE" && (
        <td className={styles.type}>{breakable(project.projectType.name)}</td>
      )}
      <td>{place(project)}</td>
      <td className={styles.registry}>
        {project.registry.name}
        <span className={`${cardStyles.mono} ${styles.id}`}>{project.externalId}</span>
      </td>
      {category === "CREDIT_SALE" && <SaleCells project={project} />}
      {category === "FINANCING" && <FinancingCells project={project} />}
      {category === "SPONSORING" && <SponsoringCells project={project} />}
    </tr>
  );
}

/** "Afforestation/Reforestation" may go on in the next line after its stroke. */
const breakable = (name: string) =>
  name.split("/").map((part, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));

const nothing = <span className={styles.nothing}>–</span>;

function SaleCells({ project }: { project: ProjectSummary }) {
  const { t } = useTranslation();
  const { vintagesAvailable: years, availableCredits, priceFrom } = project;
  const span = years && yearSpan(years.min, years.max);
  return (
    <>
      <td className={styles.nowrap}>{span ?? nothing}</td>
      <td className={styles.num}>{availableCredits > 0 ? whole(availableCredits) : nothing}</td>
      <td className={`${styles.num} ${styles.price}`}>
        {priceFrom === null
          ? project.status.id === "CONTACT_REQUIRED"
            ? t("catalogue.shop.onRequest")
            : nothing
          : euros(priceFrom)}
      </td>
    </>
  );
}

function FinancingCells({ project }: { project: ProjectSummary }) {
  const details = project.financingDetails;
  return (
    <>
      <td className={styles.num}>{details ? whole(details.expectedCredits) : nothing}</td>
      <td className={`${styles.num} ${styles.price}`}>
        {details ? euros(details.averagePricePerCredit) : nothing}
      </td>
      <td className={styles.window}>
        {details ? <WindowBar short window={details.financingOpportunity} /> : nothing}
      </td>
    </>
  );
}

function SponsoringCells({ project }: { project: ProjectSummary }) {
  const details = project.sponsoringDetails;
  return (
    <>
      <td className={styles.impact}>
        {details ? <span title={details.expectedImpact}>{details.expectedImpact}</span> : nothing}
      </td>
      <td className={styles.window}>
        {details ? <WindowBar short window={details.sponsoringOpportunity} /> : nothing}
      </td>
    </>
  );
}
