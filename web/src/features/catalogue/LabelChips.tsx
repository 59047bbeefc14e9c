import type { LabelKind, ProjectSummary } from "@tonneline/contract/catalogue";
import { IconCheck, IconMinus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { day, joinList } from "../../lib/format.ts";
import styles from "./card.module.css";

type Short = LabelKind | "CCB_GOLD" | "ARTICLE_6_AUTHORISED" | "ARTICLE_6_ADJUSTED";

/** The short name of a label on its chip: includes the level only where one word can express it. */
function shortOf(kind: LabelKind, detail: string): Short {
  if (kind === "CCB" && /gold/i.test(detail)) return "CCB_GOLD";
  if (kind === "ARTICLE_6" && /adjust/i.test(detail)) return "ARTICLE_6_ADJUSTED";
  if (kind === "ARTICLE_6" && /^authori[sz]ed/i.test(detail)) return "ARTICLE_6_AUTHORISED";
  return kind;
}

/** The labels of a project in short form, each with its level, source and date in its title; shows if there are none. */
export function LabelChips({ labels }: { labels: ProjectSummary["labels"] }) {
  const { t } = useTranslation();
  if (labels.length === 0) {
    return (
      <p className={styles.noLabel}>
        <IconMinus size={14} stroke={2} aria-hidden />
        {t("catalogue.card.noLabel")}
      </p>
    );
  }
  return (
    <ul className={styles.labels} aria-label={t("catalogue.filters.label")}>
      {labels.map(({ kind, detail, source, asOf }) => (
        <li
          key={`${kind} ${detail}`}
          title={[
            t(`catalogue.labels.${kind}`),
            detail,
            t("catalogue.labelSource", { source, date: day(asOf) }),
          ]
            .filter(Boolean)
            .join(", ")}
        >
          <IconCheck size={14} stroke={2} aria-hidden />
          {t(`catalogue.labelsShort.${shortOf(kind, detail)}`)}
        </li>
      ))}
    </ul>
  );
}

// Labels that buyers ask for by name: if the registry does not show one, that is stated too.
const requestedLabels = ["CCP", "CORSIA", "ARTICLE_6"] as const;

/** A project's labels, followed by the frequently requested ones that it lacks. */
export function LabelLine({ labels }: { labels: ProjectSummary["labels"] }) {
  const { t } = useTranslation();
  const missing = requestedLabels.filter((kind) => !labels.some((label) => label.kind === kind));
  return (
    <div className={styles.labelLine}>
      <LabelChips labels={labels} />
      {labels.length > 0 && missing.length > 0 && (
        <span>
          {t("catalogue.labelsMissing", {
            labels: joinList(missing.map((kind) => t(`catalogue.labelsShort.${kind}`))),
          })}
        </span>
      )}
    </div>
  );
}
