import type { ManagedProjectSummary } from "@tonneline/contract/projects";
import { countryNames } from "@tonneline/contract/countries";
import { VisuallyHidden } from "@mantine/core";
import { IconEyeOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { paths } from "../../../lib/paths.ts";
import { euros, whole, years } from "../../../lib/format.ts";
import { code } from "../../../ui/Facts.tsx";
import { NoValue } from "../../../ui/NoValue.tsx";
import type { Column } from "../../../ui/table/DataTable.tsx";
import { LongText } from "../../../ui/table/LongText.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { Timestamp } from "../../../ui/Timestamp.tsx";
import { AvailabilityBadge } from "../../catalogue/AvailabilityBadge.tsx";
import { ProjectCover } from "../../catalogue/ProjectCover.tsx";
import styles from "./admin.module.css";

/** Columns that are hidden until someone shows them. */
export const hiddenByDefault = ["developer", "countries", "vintages", "total", "hidden"];

/** The columns of the operators' list of projects. */
export function projectColumns(t: TFunction): Column<ManagedProjectSummary>[] {
  return [...projectFacts(t), ...saleColumns(t)];
}

/** The columns that describe the project. */
function projectFacts(t: TFunction): Column<ManagedProjectSummary>[] {
  return [
    {
      name: "name",
      phone: "name",
      label: t("managedProjects.column.name"),
      sort: "name",
      fixed: true,
      cell: (project) => (
        <div className={styles.project}>
          <ProjectCover
            project={{ ...project, images: project.image ? [project.image] : [] }}
            size="small"
          />
          <LongText text={project.name}>
            <Link to={paths.managementProject} search={{ id: project.id }} preload={false}>
              {project.name}
            </Link>
          </LongText>
          {project.hidden && (
            <span className={styles.hidden} title={t("managedProjects.hidden")}>
              <IconEyeOff size={16} stroke={1.8} aria-hidden />
              <VisuallyHidden>{t("managedProjects.hidden")}</VisuallyHidden>
            </span>
          )}
        </div>
      ),
    },
    {
      name: "externalId",
      phone: "detail",
      label: t("managedProjects.column.externalId"),
      sort: "externalId",
      cell: ({ externalId }) => code(externalId) ?? <NoValue />,
    },
    {
      name: "type",
      wide: true,
      label: t("managedProjects.column.type"),
      sort: "projectType",
      cell: ({ projectType }) => <LongText text={projectType.name} />,
    },
    {
      name: "registry",
      wide: "desktop",
      label: t("managedProjects.column.registry"),
      sort: "registry",
      cell: ({ registry }) => <LongText text={registry.name} />,
    },
    {
      name: "developer",
      wide: true,
      label: t("managedProjects.column.developer"),
      sort: "projectDeveloper",
      cell: ({ projectDeveloper }) => <LongText text={projectDeveloper.name} />,
    },
    {
      name: "countries",
      wide: true,
      label: t("managedProjects.column.countries"),
      sort: "countries",
      cell: ({ countries }) =>
        countries.length > 0 ? (
          <LongText
            text={countries
              .map((each) => countryNames[each as keyof typeof countryNames])
              .join(", ")}
          />
        ) : (
          <NoValue />
        ),
    },
  ];
}

/** The columns on how and where it is offered, and what is left of it. */
function saleColumns(t: TFunction): Column<ManagedProjectSummary>[] {
  return [
    {
      name: "categories",
      wide: "desktop",
      label: t("managedProjects.column.categories"),
      sort: "categories",
      cell: ({ categories }) =>
        categories.length > 0 ? (
          <span className={styles.tags}>
            {categories.map((each) => (
              <Tag key={each} label={t(`managedProjects.category.${each}`)} />
            ))}
          </span>
        ) : (
          <NoValue />
        ),
    },
    {
      name: "status",
      phone: "state",
      label: t("managedProjects.column.status"),
      sort: "status",
      cell: ({ status, soldOut }) => (
        <span className={styles.tags}>
          <AvailabilityBadge status={status} dense />
          {soldOut && <span className={styles.soft}>{t("managedProjects.noneLeft")}</span>}
        </span>
      ),
    },
    {
      name: "available",
      label: t("managedProjects.column.available"),
      sort: "availableCredits",
      num: true,
      cell: ({ availableCredits, totalCredits }) => (
        <>
          <b className={styles.strong}>{whole(availableCredits)}</b>{" "}
          <span className={styles.soft}>/ {whole(totalCredits)}</span>
        </>
      ),
    },
    {
      name: "total",
      label: t("managedProjects.column.total"),
      sort: "totalCredits",
      num: true,
      cell: ({ totalCredits }) => whole(totalCredits),
    },
    {
      name: "price",
      label: t("managedProjects.column.price"),
      sort: "priceFrom",
      num: true,
      cell: ({ priceFrom }) => (priceFrom === null ? <NoValue /> : euros(priceFrom)),
    },
    {
      name: "vintages",
      label: t("managedProjects.column.vintages"),
      sort: "vintages",
      cell: ({ vintagesAvailable: span }) => (span ? years(span.min, span.max) : <NoValue />),
    },
    {
      name: "hidden",
      label: t("managedProjects.column.hidden"),
      sort: "hidden",
      cell: ({ hidden }) => (hidden ? t("managedProjects.hidden") : <NoValue />),
    },
    {
      name: "updated",
      wide: "desktop",
      label: t("managedProjects.column.updated"),
      sort: "updatedAt",
      latestFirst: true,
      cell: ({ updatedAt }) => <Timestamp at={updatedAt} />,
    },
  ];
}
