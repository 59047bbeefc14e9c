import type { Project } from "@tonneline/contract/catalogue";
import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import {
  IconCheck,
  IconColumns,
  IconExternalLink,
  IconLink,
  IconMapPin,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { ShortlistButton } from "../shortlists/ShortlistButton.tsx";
import { AvailabilityBadge } from "./AvailabilityBadge.tsx";
import { AskButton } from "./ContactButtons.tsx";
import { formatSearch } from "./catalogue.search.ts";
import { categoryPath } from "./categories.ts";
import { lastList } from "./lastList.ts";
import { LabelLine } from "./LabelChips.tsx";
import cardStyles from "./card.module.css";
import styles from "./ProjectHead.module.css";
import { TypeIcon } from "./TypeIcon.tsx";
import { foundVintage, useCompareTick } from "./useCompareTick.ts";
import { Crumbs } from "../../ui/Crumbs.tsx";
import { countryName } from "./useNames.ts";

/** The top of a project's page, with the way back and the actions; shortlist and comparison only if it has vintages. */
export function ProjectHead({ project }: { project: Project }) {
  const { t } = useTranslation();
  // Leads back to the list that the reader came from, in its last state, if the project is in it.
  const last = lastList();
  const cameFrom = last && project.categories.includes(last.category) ? last : undefined;
  const category = cameFrom?.category ?? project.categories[0] ?? "CREDIT_SALE";
  const place = [...project.countries.map(countryName), project.continent].filter(Boolean);
  return (
    <>
      <Crumbs label={t("projectPage.crumbs")}>
        <Link to={paths.spot}>{t("catalogue.marketplace")}</Link>
        <Link to={categoryPath[category]} search={cameFrom ? formatSearch(cameFrom.search) : {}}>
          {t(`catalogue.category.${category}`)}
        </Link>
      </Crumbs>
      <div className={styles.head}>
        <div>
          <h1>{project.name}</h1>
          <div className={styles.facts}>
            <span>
              <TypeIcon type={project.projectType.name} />
              {project.projectType.name}
            </span>
            <span>
              <IconMapPin size={16} stroke={1.8} aria-hidden />
              {place.length > 0 ? place.join(", ") : t("catalogue.card.everywhere")}
            </span>
            <RegistryLink project={project} />
            <AvailabilityBadge status={project.status} />
          </div>
          <LabelLine labels={project.labels} />
        </div>
        <div className={styles.actions}>
          {project.vintages.length > 0 && (
            <>
              <ShortlistButton project={project} vintageOf={foundVintage} />
              <CompareButton project={project} />
            </>
          )}
          <CopyLink />
          <AskButton project={project} label={t("projectPage.contact.ask")} />
        </div>
      </div>
    </>
  );
}

function RegistryLink({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { registry, externalId, registryUrl } = project;
  const name = (
    <span>
      {registry.name}{" "}
      <span className={cardStyles.mono} translate="no">
        {externalId}
      </span>
    </span>
  );
  // Only web addresses: a registry's link is text typed by a person.
  if (!registryUrl || !/^https?:\/\//i.test(registryUrl)) return name;
  return (
    <a
      href={registryUrl}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t("projectPage.registryLink", {
        registry: registry.name,
        id: externalId ?? "",
      })}
    >
      <IconExternalLink size={16} stroke={1.8} aria-hidden />
      {name}
    </a>
  );
}

function CompareButton({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { isOn, toggle } = useCompareTick(project);
  return (
    <Button
      variant="default"
      leftSection={<IconColumns size={16} stroke={1.8} aria-hidden />}
      aria-pressed={isOn}
      onClick={toggle}
    >
      {t(isOn ? "projectPage.compareOn" : "projectPage.compareAdd")}
    </Button>
  );
}

function CopyLink() {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <>
      <Button
        variant="default"
        leftSection={
          clipboard.copied ? (
            <IconCheck size={16} stroke={1.8} aria-hidden />
          ) : (
            <IconLink size={16} stroke={1.8} aria-hidden />
          )
        }
        onClick={() => clipboard.copy(window.location.href)}
      >
        {clipboard.copied ? t("projectPage.copied") : t("projectPage.copyLink")}
      </Button>
      {clipboard.error && <span role="alert">{t("projectPage.copyFailed")}</span>}
    </>
  );
}
