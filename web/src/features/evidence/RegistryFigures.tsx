import { Skeleton } from "@mantine/core";
import type { Project } from "@tonneline/contract/catalogue";
import type { Evidence } from "@tonneline/contract/evidence";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { day, tonnes, whole } from "../../lib/format.ts";
import { WhenNear } from "../../ui/WhenNear.tsx";
import styles from "./evidence.module.css";
import { FigureTable } from "./FigureTable.tsx";
import { issuedSums, retiredBeyond, retiredByYear } from "./sums.ts";

const Columns = lazyChunk(() => import("./Columns.tsx"));

interface Props {
  evidence: Evidence;
  project: Pick<Project, "registry" | "registryUrl">;
}

/** Issued and retired tonnes by vintage and by calendar year, as columns with the same figures in tables next to them. */
export function RegistryFigures({ evidence, project }: Props) {
  const { t } = useTranslation();
  const { issuance, retirements, source, asOf } = evidence;
  if (issuance.length === 0 && retirements.length === 0)
    return <p className={styles.none}>{t("evidence.none")}</p>;
  const sums = issuedSums(issuance);
  const beyond = retiredBeyond(evidence);
  const first = evidence.firstIssuedAt ?? "";
  const last = evidence.lastIssuedAt ?? first;
  return (
    <>
      <p className={styles.lead}>
        {t("evidence.lead", { registry: project.registry.name })}
        {first && (
          <> {t(first === last ? "evidence.issuedIn" : "evidence.issued", { first, last })}</>
        )}
      </p>
      {issuance.length > 0 && <ByVintage issuance={issuance} sums={sums} />}
      {retirements.length > 0 && <ByYear retirements={retirements} />}
      {issuance.length > 0 && beyond > 0 && (
        <p className={styles.source}>{t("evidence.beyondVintages", { tonnes: tonnes(beyond) })}</p>
      )}
      {source && asOf && (
        <p className={styles.source}>
          {t("evidence.source", {
            registry: project.registry.name,
            source,
            date: day(asOf),
            remaining: tonnes(sums.remaining),
          })}{" "}
          {project.registryUrl && (
            <a href={project.registryUrl} target="_blank" rel="noreferrer">
              {t("evidence.registryPage")}
            </a>
          )}
        </p>
      )}
    </>
  );
}

interface VintageProps {
  issuance: Evidence["issuance"];
  sums: ReturnType<typeof issuedSums>;
}

function ByVintage({ issuance, sums }: VintageProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.pair}>
      {/* The table next to it has all the figures. */}
      <figure aria-hidden>
        <figcaption>
          <b>{t("evidence.byVintage")}</b> {t("evidence.tonnes")}
          <Legend />
        </figcaption>
        <WhenNear placeholder={<Skeleton height={220} />}>
          <Columns
            rows={issuance.map(({ vintageYear, retired, remaining }) => ({
              name: String(vintageYear),
              retired,
              remaining,
            }))}
            series={["retired", "remaining"]}
          />
        </WhenNear>
      </figure>
      <FigureTable
        caption={`${t("evidence.byVintage")}, ${t("evidence.tonnes")}`}
        heads={[
          t("evidence.vintage"),
          t("evidence.issuedColumn"),
          t("evidence.retiredColumn"),
          t("evidence.remainingColumn"),
        ]}
        rows={issuance
          .toReversed()
          .map(({ vintageYear, issued, retired, remaining }) => [
            String(vintageYear),
            whole(issued),
            whole(retired),
            whole(remaining),
          ])}
        foot={[t("evidence.total"), whole(sums.issued), whole(sums.retired), whole(sums.remaining)]}
      />
    </div>
  );
}

function ByYear({ retirements }: Pick<Evidence, "retirements">) {
  const { t } = useTranslation();
  const rows = retiredByYear(retirements).map(({ year, tonnes: retired }) => ({
    name: String(year),
    retired,
  }));
  return (
    <div className={styles.pair}>
      <figure aria-hidden>
        <figcaption>
          <b>{t("evidence.byYear")}</b> {t("evidence.allHolders")}
        </figcaption>
        <WhenNear placeholder={<Skeleton height={220} />}>
          <Columns rows={rows} series={["retired"]} />
        </WhenNear>
      </figure>
      <FigureTable
        caption={`${t("evidence.byYear")}, ${t("evidence.allHolders")}`}
        heads={[t("evidence.year"), t("evidence.retiredColumn")]}
        rows={rows.toReversed().map(({ name, retired }) => [name, whole(retired)])}
      />
    </div>
  );
}

function Legend() {
  const { t } = useTranslation();
  return (
    <span className={styles.legend}>
      <span className={styles.retiredKey} /> {t("evidence.retired")}
      <span className={styles.remainingKey} /> {t("evidence.remaining")}
    </span>
  );
}
