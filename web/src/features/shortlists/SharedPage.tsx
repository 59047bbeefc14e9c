import { Skeleton, VisuallyHidden } from "@mantine/core";
import { creditTypeText } from "@tonneline/contract/delivery";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { failureOf, isNotFound } from "../../lib/failure.ts";
import { day } from "../../lib/format.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { useShared } from "./shortlists.queries.ts";
import styles from "./shortlists.module.css";
import "../../locales/en/shortlists.ts";

/** A shortlist as shown to anybody with its link: no prices, no stock. */
export function SharedPage() {
  const { t } = useTranslation();
  const { key = "" } = useParams({ strict: false }) as { key?: string };
  const { data, error, refetch } = useShared(key);
  if (isNotFound(error))
    return (
      <ErrorState isPage title={t("shortlists.linkGone")} text={t("shortlists.linkGoneText")} />
    );
  if (error && !data)
    return (
      <ErrorState
        isPage
        title={t("shortlists.loadFailed")}
        {...failureOf(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height={400} role="status" aria-label={t("shortlists.loading")} />;
  return (
    <>
      <h1>{data.name}</h1>
      <p className={styles.note}>{t("shortlists.sharedUntil", { day: day(data.until) })}</p>
      <div className={styles.wrap}>
        <table className={styles.table}>
          <VisuallyHidden component="caption">{data.name}</VisuallyHidden>
          <thead>
            <tr>
              <th scope="col">{t("shortlists.project")}</th>
              <th scope="col">{t("shortlists.vintage")}</th>
              <th scope="col">{t("shortlists.registry")}</th>
            </tr>
          </thead>
          <tbody>
            {data.vintages.map(
              ({ vintageId, year, creditType, expectedDelivery, note, project }) => (
                <tr key={vintageId}>
                  <th scope="row">
                    <b>{project.name}</b>
                    <span>{project.projectType}</span>
                    {note && <q>{note}</q>}
                  </th>
                  <td data-label={t("shortlists.vintage")}>
                    <b>{year}</b>{" "}
                    <Tag
                      label={creditTypeText(creditType.id, expectedDelivery)}
                      dashed={creditType.id === "EX_ANTE"}
                    />
                  </td>
                  <td data-label={t("shortlists.registry")}>
                    {project.registryUrl ? (
                      <a href={project.registryUrl} rel="noreferrer" target="_blank">
                        {project.registry} {project.externalId}
                      </a>
                    ) : (
                      `${project.registry} ${project.externalId ?? ""}`
                    )}
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </>
  );
}
