import { Skeleton } from "@mantine/core";
import type { Project } from "@tonneline/contract/catalogue";
import { useTranslation } from "react-i18next";
import { day, share, whole } from "../../lib/format.ts";
import { useEvidence } from "./evidence.queries.ts";
import styles from "./strip.module.css";
import { issuedYears, issuedSums } from "./sums.ts";
import "../../locales/en/evidence.ts";

/** The tonnes that the registry has issued and retired for a project, in three figures below its picture. */
export default function RegistryStrip({ project }: { project: Pick<Project, "id" | "registry"> }) {
  const { t } = useTranslation();
  const { data, error } = useEvidence(project.id);
  // The section below shows the failure and offers a retry.
  if (error) return null;
  if (!data) return <Skeleton className={styles.strip!} aria-label={t("evidence.waiting")} />;
  const { issuance, asOf } = data;
  if (issuance.length === 0) {
    return <p className={`${styles.strip} ${styles.none}`}>{t("evidence.none")}</p>;
  }
  const { issued, retired, remaining } = issuedSums(issuance);
  const figures = [
    ["issuedFigure", issued, t("evidence.strip.vintages", issuedYears(issuance))],
    ["retired", retired, t("evidence.strip.share", { share: share(retired / issued) })],
    ["remaining", remaining, t("evidence.strip.all")],
  ] as const;
  return (
    <section className={styles.strip} aria-label={t("evidence.strip.title")}>
      <header>
        <b>{t("evidence.strip.title")}</b>
        {asOf && <span>{`${project.registry.name}, ${day(asOf)}`}</span>}
      </header>
      <dl>
        {figures.map(([name, figure, text]) => (
          <div key={name}>
            <dt>{t(`evidence.${name}`)}</dt>
            <dd>
              <b>
                {whole(figure)} <small>t</small>
              </b>
              <span>{text}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
