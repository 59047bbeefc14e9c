import type { Category, ProjectSummary } from "@tonneline/contract/catalogue";
import { codeNames } from "@tonneline/contract/codes";
import { Tooltip } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Fragment, memo, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { paths } from "../../lib/paths.ts";
import { euros, tonnes } from "../../lib/format.ts";
import { Heart } from "../shortlists/Heart.tsx";
import { AvailabilityBadge } from "./AvailabilityBadge.tsx";
import { CreditTypeTag } from "./CreditTypeTag.tsx";
import styles from "./card.module.css";
import { OfferButton } from "./ContactButtons.tsx";
import { hasVintages } from "./compared.ts";
import compareStyles from "./compare.module.css";
import { ProjectCover } from "./ProjectCover.tsx";
import { TypeIcon } from "./TypeIcon.tsx";
import { foundVintage, useCompareTick } from "./useCompareTick.ts";
import { useLocationText } from "./useLocationText.ts";
import { LabelChips } from "./LabelChips.tsx";
import { SaleFoot } from "./SaleFoot.tsx";
import { WindowBar } from "./WindowBar.tsx";

const AvailabilityAlert = lazyChunk(async () => ({
  default: (await import("../shortlists/AvailabilityAlert.tsx")).AvailabilityAlert,
}));

interface Props {
  project: ProjectSummary;
  category: Category;
  /** Cards in the first row load their picture eagerly. */
  first: boolean;
  /** For a project that is not saved yet: it cannot be shortlisted or compared. */
  preview?: true;
}

/** Memoized: a list has hundreds of cards. */
export const ProjectCard = memo(function ProjectCard(props: Props) {
  const { project, category, first, preview } = props;
  const { t } = useTranslation();
  const place = useLocationText();
  const off = project.status.id === "SOLD_OUT";
  const isAwaited =
    category === "CREDIT_SALE" && !preview && (off || project.status.id === "COMING_SOON");
  const hasChoices = category === "CREDIT_SALE" && hasVintages(project) && !preview;
  return (
    <article className={off ? `${styles.card} ${styles.off}` : styles.card}>
      <div className={styles.cover}>
        <ProjectCover project={project} size="medium" eager={first} />
        {project.status.id !== "AVAILABLE" && (
          <span className={styles.badge}>
            <AvailabilityBadge status={project.status} />
          </span>
        )}
      </div>
      <p className={styles.type}>
        <TypeIcon type={project.projectType.name} />
        <TypeName name={project.projectType.name} />
        {category === "CREDIT_SALE" && (
          <span className={styles.tags}>
            {project.creditTypes.map((type) => (
              <CreditTypeTag key={type} type={type} />
            ))}
          </span>
        )}
      </p>
      <ProjectName project={project} />
      <p className={styles.where}>
        {place(project)} · {project.registry.name}{" "}
        <span className={styles.mono} translate="no">
          {project.externalId}
        </span>
        {project.impactTypes.length === 1 && ` · ${codeNames[project.impactTypes[0]!]}`}
      </p>
      <div className={styles.bottom}>
        <LabelChips labels={project.labels} />
        {hasChoices && <p className={styles.facts}>{t("catalogue.card.facts", project.facts)}</p>}
        {category === "CREDIT_SALE" && <SaleFoot project={project} />}
        {hasChoices && <CardFoot project={project} />}
        {isAwaited && (
          <Suspense>
            <AvailabilityAlert project={project} />
          </Suspense>
        )}
        {category === "FINANCING" && <FinancingFoot project={project} />}
        {category === "SPONSORING" && <SponsoringFoot project={project} />}
      </div>
      {hasChoices && <Heart project={project} vintageOf={foundVintage} />}
    </article>
  );
});

/** Breaks after a slash, as in "Afforestation/Reforestation", rather than within a word. */
function TypeName({ name }: { name: string }) {
  return (
    <span>
      {name.split(/(?<=\/)/).map((part) => (
        <Fragment key={part}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

/** The name in at most three lines; if it is truncated, a tooltip shows it in full. */
function ProjectName({ project }: { project: ProjectSummary }) {
  const link = useRef<HTMLAnchorElement>(null);
  const [cut, setCut] = useState(false);
  const measure = () => {
    const element = link.current;
    setCut(element !== null && element.scrollHeight > element.clientHeight + 1);
  };
  const leave = () => setCut(false);
  return (
    <h2
      className={styles.name}
      onMouseEnter={measure}
      onMouseLeave={leave}
      onFocus={measure}
      onBlur={leave}
    >
      <Link ref={link} to={paths.project} params={{ id: String(project.id) }}>
        {project.name}
      </Link>
      {/* Rendered only on demand: with hundreds of cards, tooltips would cost more than the names. */}
      {cut && <Tooltip label={project.name} target={link} defaultOpened position="bottom" />}
    </h2>
  );
}

function FinancingFoot({ project }: { project: ProjectSummary }) {
  const { t } = useTranslation();
  const details = project.financingDetails;
  if (!details) return null;
  return (
    <>
      <WindowBar short className={styles.window} window={details.financingOpportunity} />
      <div className={styles.nums}>
        <div>
          <span className={styles.price}>{tonnes(details.expectedCredits)}</span>{" "}
          <span className={styles.unit}>{t("catalogue.card.expectedCredits")}</span>
        </div>
        <p className={styles.avail}>
          <b>{euros(details.averagePricePerCredit)}</b> {t("catalogue.card.perTonne")}
          <br />
          {t("catalogue.card.averagePrice")}
        </p>
      </div>
      <OfferButton
        project={project}
        kind="financing"
        named
        variant="default"
        size="sm"
        className={styles.talk}
      />
    </>
  );
}

function SponsoringFoot({ project }: { project: ProjectSummary }) {
  const details = project.sponsoringDetails;
  if (!details) return null;
  return (
    <>
      <WindowBar short className={styles.window} window={details.sponsoringOpportunity} />
      <p className={styles.impact}>
        <span title={details.expectedImpact}>{details.expectedImpact}</span>
      </p>
      <OfferButton
        project={project}
        kind="sponsoring"
        named
        variant="default"
        size="sm"
        className={styles.talk}
      />
    </>
  );
}

/** The comparison check box, and the next step available for the project. */
function CardFoot({ project }: { project: ProjectSummary }) {
  const { t } = useTranslation();
  const { isOn, toggle } = useCompareTick(project);
  return (
    <div className={compareStyles.foot}>
      <label className={compareStyles.tick}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={toggle}
          aria-label={t("catalogue.compare.tickNamed", { name: project.name })}
        />
        {t("catalogue.compare.tick")}
      </label>
      <NextStep project={project} />
    </div>
  );
}

function NextStep({ project }: { project: ProjectSummary }) {
  const { t } = useTranslation();
  const { status, availableCredits, expectedCredits } = project;
  if (status.id !== "AVAILABLE" && status.id !== "CONTACT_REQUIRED") return null;
  const step =
    status.id === "CONTACT_REQUIRED"
      ? "ask"
      : availableCredits === expectedCredits
        ? "delivery"
        : "choose";
  return (
    <Link
      to={paths.project}
      params={{ id: String(project.id) }}
      className={compareStyles.next}
      aria-label={t("catalogue.card.nextNamed", {
        step: t(`catalogue.card.next.${step}`),
        name: project.name,
      })}
    >
      {t(`catalogue.card.next.${step}`)}
      <IconChevronRight size={16} stroke={2} aria-hidden />
    </Link>
  );
}
