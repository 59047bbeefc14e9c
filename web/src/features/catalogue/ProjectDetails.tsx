import type { Project } from "@tonneline/contract/catalogue";
import { Skeleton, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Suspense, useState, type ReactNode } from "react";
import { lazyChunk } from "../../lib/chunk.ts";
import { TimeSliced } from "../../ui/TimeSliced.tsx";
import { usePageTitle } from "../../ui/pageTitle.ts";
import { WhenNear } from "../../ui/WhenNear.tsx";
import { useMayNotBuy } from "../company/buying.queries.ts";
import { EvidenceSkeleton } from "../evidence/EvidenceSkeleton.tsx";
import { BuyBar } from "./BuyBar.tsx";
import { useComparedList } from "./compared.ts";
import { DemonstrationNote } from "./DemonstrationNote.tsx";
import { Documents } from "./Documents.tsx";
import { Embeds } from "./Embeds.tsx";
import { FactsPanel } from "./FactsPanel.tsx";
import { Gallery } from "./Gallery.tsx";
import { Goals } from "./Goals.tsx";
import { History } from "./History.tsx";
import { Labels } from "./Labels.tsx";
import { LocatorSkeleton } from "./map/LocatorSkeleton.tsx";
import { NotSold } from "./NotSold.tsx";
import { FinancingPanel, SponsoringPanel } from "./OfferPanels.tsx";
import styles from "./project.module.css";
import { ProjectHead } from "./ProjectHead.tsx";
import { ReportOffers } from "./ReportOffers.tsx";
import { SectionTabs, type Section } from "./SectionTabs.tsx";
import shopStyles from "./shop.module.css";
import { useShop, type Shop } from "./useShop.ts";
import { VintageTable } from "./VintageTable.tsx";
import { goToSection } from "./useCurrentSection.ts";

const CompareTray = lazyChunk(async () => ({
  default: (await import("./CompareTray.tsx")).CompareTray,
}));

const RegistryStrip = lazyChunk(() => import("../evidence/RegistryStrip.tsx"));

// The charts and their data load after the page.
const EvidenceSections = lazyChunk(() => import("../evidence/EvidenceSections.tsx"));

const FillBar = lazyChunk(async () => ({ default: (await import("./FillBar.tsx")).FillBar }));

const LocatorMap = lazyChunk(async () => ({
  default: (await import("./map/LocatorMap.tsx")).LocatorMap,
}));

const SimilarProjects = lazyChunk(async () => ({
  default: (await import("./SimilarProjects.tsx")).SimilarProjects,
}));

const sectionIds = [
  "vintages",
  "evidence",
  "record",
  "financing",
  "sponsoring",
  "about",
  "impact",
  "place",
  "labels",
  "reports",
  "documents",
  "history",
] as const;
type Parts = Record<(typeof sectionIds)[number], boolean>;

const hasMedia = (project: Project) =>
  project.embedUrl !== null || project.youtubeVideos.length > 0;

/** Which sections a project has content for. */
function partsOf(project: Project): Parts {
  return {
    vintages: project.categories.includes("CREDIT_SALE") || project.vintages.length > 0,
    evidence: true,
    record: true,
    financing: project.financingDetails !== null,
    sponsoring: project.sponsoringDetails !== null,
    about: project.description !== "",
    impact: project.sustainableDevelopmentGoals.length > 0,
    place: hasMedia(project) || project.countries.length > 0,
    labels: project.labels.length > 0,
    reports: project.reports.length > 0,
    documents: project.documents.length > 0,
    history: project.changes.length > 0,
  };
}

/** The page of one project, once loaded. */
export function ProjectDetails({ project }: { project: Project }) {
  const { t } = useTranslation();
  usePageTitle(project.name);
  const hasTicks = useComparedList(({ list }) => list.length > 0);
  const [recordOf, setRecordOf] = useState<number>();
  const parts = partsOf(project);
  const sections: Section[] = sectionIds
    .filter((id) => parts[id])
    .map((id) => ({ id, title: t(`projectPage.sections.${id}`) }));

  function showRecord(vintageId: number) {
    setRecordOf(vintageId);
    goToSection("record");
  }

  return (
    <>
      <ProjectHead project={project} />
      <div className={styles.hero}>
        <div className={styles.pictured}>
          <Gallery project={project} />
          <div className={styles.stripRoom}>
            <TimeSliced fallback={<Skeleton height="auto" />}>
              <RegistryStrip project={project} />
            </TimeSliced>
          </div>
        </div>
        <FactsPanel project={project} onChoose={() => goToSection("vintages")} />
      </div>
      {project.demonstration && <DemonstrationNote of="project" className={styles.demoNote} />}
      <SectionTabs sections={sections} />

      <Shopping project={project} hasVintages={parts.vintages} onRecord={showRecord}>
        <div className={styles.evidence}>
          <TimeSliced fallback={<EvidenceSkeleton />}>
            <EvidenceSections project={project} recordOf={recordOf} onRecordOf={setRecordOf} />
          </TimeSliced>
        </div>

        <div className={styles.split}>
          <div>
            <Offers project={project} parts={parts} />
          </div>
          <div>
            <Papers project={project} parts={parts} />
          </div>
        </div>
        <TimeSliced>
          <SimilarProjects project={project} className={styles.section!} />
        </TimeSliced>
        {hasTicks && (
          <Suspense>
            <CompareTray />
          </Suspense>
        )}
      </Shopping>
    </>
  );
}

interface ShoppingProps {
  project: Project;
  hasVintages: boolean;
  onRecord: (vintageId: number) => void;
  /** The sections between the vintages and the bar. */
  children: ReactNode;
}

/** The vintages, and the bar that adds them to the cart. What is typed is kept here, so that it renders nothing else. */
function Shopping({ project, hasVintages, onRecord, children }: ShoppingProps) {
  const shop = useShop({ vintages: project.vintages, projectIds: [project.id] });
  return (
    <>
      {hasVintages && <Vintages project={project} shop={shop} onRecord={onRecord} />}
      {children}
      {hasVintages && project.status.id === "AVAILABLE" && <BuyBar shop={shop} place="screen" />}
    </>
  );
}

interface VintagesProps extends Pick<ShoppingProps, "project" | "onRecord"> {
  shop: Shop;
}

function Vintages({ project, shop, onRecord }: VintagesProps) {
  const { t } = useTranslation();
  const mayNot = useMayNotBuy();
  const purchasable = project.status.id === "AVAILABLE";
  return (
    <section
      id="vintages"
      tabIndex={-1}
      aria-labelledby="vintages-title"
      className={`${styles.section} ${styles.first}`}
    >
      {/* For sighted users the table suffices; users who navigate by headings would skip it. */}
      <VisuallyHidden component="h2" id="vintages-title">
        {t("projectPage.sections.vintages")}
      </VisuallyHidden>
      {!purchasable && <NotSold project={project} />}
      {project.vintages.length > 0 && project.status.id !== "COMING_SOON" && (
        <div className={shopStyles.wrap}>
          {purchasable && !mayNot && (
            <TimeSliced
              fallback={<Skeleton className={styles.fillRoom} height="auto" radius={0} />}
            >
              <FillBar shop={shop} />
            </TimeSliced>
          )}
          <VintageTable project={project} shop={shop} onRecord={onRecord} />
          {purchasable && <BuyBar shop={shop} place="table" />}
        </div>
      )}
    </section>
  );
}

interface PartsProps {
  project: Project;
  parts: Parts;
}

/** Financing and sponsoring, the description, and the location. */
function Offers({ project, parts }: PartsProps) {
  const { t } = useTranslation();
  return (
    <>
      {project.financingDetails && (
        <Part id="financing" title={t("projectPage.sections.financing")}>
          <FinancingPanel project={project} details={project.financingDetails} />
        </Part>
      )}
      {project.sponsoringDetails && (
        <Part id="sponsoring" title={t("projectPage.sections.sponsoring")}>
          <SponsoringPanel project={project} details={project.sponsoringDetails} />
        </Part>
      )}
      {parts.about && (
        <Part id="about" title={t("projectPage.about")}>
          <div className={styles.prose}>
            {project.description.split(/\n{2,}/).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </Part>
      )}
      {parts.impact && (
        <Part id="impact" title={t("projectPage.goals")}>
          <Goals goals={project.sustainableDevelopmentGoals} />
        </Part>
      )}
      {parts.place && (
        <Part id="place" title={t("projectPage.place")}>
          <WhenNear placeholder={<LocatorSkeleton />}>
            <LocatorMap countries={project.countries} />
          </WhenNear>
          {hasMedia(project) && <Embeds project={project} />}
        </Part>
      )}
    </>
  );
}

/** Labels, reports, documents and history. */
function Papers({ project, parts }: PartsProps) {
  const { t } = useTranslation();
  return (
    <>
      {parts.labels && (
        <Part id="labels" title={t("projectPage.labels")}>
          <Labels labels={project.labels} />
        </Part>
      )}
      {parts.reports && (
        <Part id="reports" title={t("projectPage.reports", { count: project.reports.length })}>
          <ReportOffers project={project} />
        </Part>
      )}
      {parts.documents && (
        <Part id="documents" title={t("projectPage.documents")}>
          <Documents documents={project.documents} />
        </Part>
      )}
      {parts.history && (
        <Part id="history" title={t("projectPage.history")}>
          {/* Formats days in the seller's zone: a phone takes a tenth of a second to load time zones. */}
          <TimeSliced>
            <History changes={project.changes} />
          </TimeSliced>
        </Part>
      )}
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={styles.section}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}
