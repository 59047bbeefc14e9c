import type { Category, ProjectSummary } from "@tonneline/contract/catalogue";
import { codeNames } from "@tonneline/contract/codes";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { euros, whole, years as yearSpan } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { Heart } from "../shortlists/Heart.tsx";
import { AvailabilityBadge } from "./AvailabilityBadge.tsx";
import cardStyles from "./card.module.css";
import type { SortChoice } from "./catalogue.search.ts";
import { hasVintages } from "./compared.ts";
import { CreditTypeTag } from "./CreditTypeTag.tsx";
import { LabelChips } from "./LabelChips.tsx";
import { ProjectCover } from "./ProjectCover.tsx";
import { SoldGauge } from "./SaleFoot.tsx";
import { OwnPrice } from "../../ui/OwnPrice.tsx";
import styles from "./table.module.css";
import { foundVintage } from "./useCompareTick.ts";
import { useLocationText } from "./useLocationText.ts";
import { WindowBar } from "./WindowBar.tsx";

/** The sort fields of table headers, each with its initial direction. */
const firstSorts = {
  name: "name,asc",
  newest: "newest,desc",
  availableCredits: "availableCredits,desc",
  price: "price,asc",
} as const satisfies Record<string, SortChoice>;
type SortField = keyof typeof firstSorts;

export interface ProjectColumn {
  name: string;
  label: string;
  sort?: SortField;
  /** Always shown. */
  fixed?: boolean;
  className?: string | undefined;
  cell: (project: ProjectSummary) => ReactNode;
}

/** Returns the order after a click on a field's header: its initial direction first, then reversed each time. */
export function sortedBy(field: SortField, now: SortChoice): SortChoice {
  const first = firstSorts[field];
  if (now !== first) return first;
  return first.endsWith("asc") ? (`${field},desc` as SortChoice) : (`${field},asc` as SortChoice);
}

const emptyValue = <span className={styles.nothing}>–</span>;

/** Returns the columns of a category's list. */
export function columnsOf(category: Category, t: TFunction): ProjectColumn[] {
  const of = {
    CREDIT_SALE: saleColumns,
    FINANCING: financingColumns,
    SPONSORING: sponsoringColumns,
  }[category];
  return [
    {
      name: "name",
      label: t("catalogue.table.project"),
      sort: "name",
      fixed: true,
      cell: (project) => <ProjectCell project={project} />,
    },
    ...of(t),
  ];
}

function ProjectCell({ project }: { project: ProjectSummary }) {
  const place = useLocationText();
  return (
    <div className={styles.project}>
      <span className={styles.thumb}>
        <ProjectCover project={project} size="small" />
      </span>
      <div>
        <Link to={paths.project} params={{ id: String(project.id) }} title={project.name}>
          {project.name}
        </Link>
        <span className={styles.under}>
          {project.projectType.name} · {place(project)} ·{" "}
          <span className={cardStyles.mono} translate="no">
            {project.externalId}
          </span>
        </span>
      </div>
    </div>
  );
}

const registryColumn = (t: TFunction): ProjectColumn => ({
  name: "registry",
  label: t("catalogue.table.registry"),
  cell: ({ registry }) => registry.name,
});

const stateColumn = (t: TFunction): ProjectColumn => ({
  name: "state",
  label: t("catalogue.table.state"),
  cell: ({ status }) => <AvailabilityBadge status={status} dense />,
});

const codes = (values: readonly (keyof typeof codeNames)[]) =>
  values.length > 0 ? values.map((code) => codeNames[code]).join(", ") : emptyValue;

function saleColumns(t: TFunction): ProjectColumn[] {
  return [
    {
      name: "creditType",
      label: t("catalogue.filters.creditType"),
      cell: ({ creditTypes }) => (
        <span className={styles.tags}>
          {creditTypes.map((type) => (
            <CreditTypeTag key={type} type={type} />
          ))}
        </span>
      ),
    },
    {
      name: "labels",
      label: t("catalogue.table.labels"),
      className: styles.labels,
      cell: ({ labels }) => (labels.length > 0 ? <LabelChips labels={labels} /> : emptyValue),
    },
    {
      name: "claim",
      label: t("catalogue.table.claim"),
      // The header says that it is a claim.
      cell: ({ claimTypes }) =>
        claimTypes.length > 0
          ? claimTypes.map((type) => codeNames[type].replace(" claim", "")).join(", ")
          : emptyValue,
    },
    {
      name: "impact",
      label: t("catalogue.table.effect"),
      cell: ({ impactTypes }) => codes(impactTypes),
    },
    registryColumn(t),
    {
      name: "vintages",
      label: t("catalogue.table.vintages"),
      sort: "newest",
      className: styles.nowrap,
      cell: ({ vintagesAvailable: span }) => (span ? yearSpan(span.min, span.max) : emptyValue),
    },
    {
      name: "facts",
      label: t("catalogue.table.facts"),
      className: styles.nowrap,
      cell: ({ facts }) => t("catalogue.table.factsOf", facts),
    },
    stateColumn(t),
    {
      name: "forSale",
      label: t("catalogue.table.available"),
      sort: "availableCredits",
      className: styles.num,
      cell: (project) => (
        <>
          {project.availableCredits > 0 ? whole(project.availableCredits) : emptyValue}
          <SoldGauge project={project} className={styles.sold} />
        </>
      ),
    },
    {
      name: "price",
      label: t("catalogue.table.price"),
      sort: "price",
      className: `${styles.num} ${styles.price}`,
      cell: (project) => <Price project={project} />,
    },
    {
      name: "heart",
      label: t("catalogue.table.shortlist"),
      className: styles.heart,
      cell: (project) =>
        hasVintages(project) && <Heart project={project} vintageOf={foundVintage} />,
    },
  ];
}

function Price({ project: { priceFrom, listPriceFrom, status } }: { project: ProjectSummary }) {
  const { t } = useTranslation();
  if (priceFrom !== null) {
    return (
      <>
        {euros(priceFrom)}
        <OwnPrice listPrice={listPriceFrom} isNarrow />
      </>
    );
  }
  return status.id === "CONTACT_REQUIRED" ? t("catalogue.table.onRequest") : emptyValue;
}

function financingColumns(t: TFunction): ProjectColumn[] {
  return [
    registryColumn(t),
    stateColumn(t),
    {
      name: "expected",
      label: t("catalogue.table.expected"),
      className: styles.num,
      cell: ({ financingDetails: details }) =>
        details ? whole(details.expectedCredits) : emptyValue,
    },
    {
      name: "averagePrice",
      label: t("catalogue.table.averagePrice"),
      sort: "price",
      className: `${styles.num} ${styles.price}`,
      cell: ({ financingDetails: details }) =>
        details ? euros(details.averagePricePerCredit) : emptyValue,
    },
    {
      name: "window",
      label: t("catalogue.table.window"),
      className: styles.window,
      cell: ({ financingDetails: details }) =>
        details ? <WindowBar short window={details.financingOpportunity} /> : emptyValue,
    },
  ];
}

function sponsoringColumns(t: TFunction): ProjectColumn[] {
  return [
    registryColumn(t),
    stateColumn(t),
    {
      name: "impact",
      label: t("catalogue.table.impact"),
      className: styles.impact,
      cell: ({ sponsoringDetails: details }) =>
        details ? <span title={details.expectedImpact}>{details.expectedImpact}</span> : emptyValue,
    },
    {
      name: "window",
      label: t("catalogue.table.window"),
      className: styles.window,
      cell: ({ sponsoringDetails: details }) =>
        details ? <WindowBar short window={details.sponsoringOpportunity} /> : emptyValue,
    },
  ];
}
