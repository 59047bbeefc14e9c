import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import styles from "./records.module.css";
import "../../locales/en/records.ts";

interface Step {
  actor: string | null;
  actorName: string | null;
  reason: string | null;
  at: string;
}

interface Props<S extends Step> {
  /** The actions on the record, oldest first. */
  steps: readonly S[];
  /** The current operator's username: their own actions are no news to them. */
  operator: string;
  say: (step: S, who: { actor: string; when: string }) => string;
}

/** Reports what a colleague, or the buyer, did with a record while it was open. */
export function ChangedMeanwhile<S extends Step>({ steps, operator, say }: Props<S>) {
  const { t } = useTranslation();
  const [seen] = useState(steps.length);
  const news = steps.slice(seen).filter(({ actor }) => actor !== operator);
  return (
    <div role="status" className={styles.meanwhile}>
      {news.map((step) => (
        <Banner
          key={step.at}
          tone="info"
          title={say(step, {
            actor: step.actorName ?? t("records.system"),
            when: dateTime(step.at),
          })}
        >
          {step.reason}
        </Banner>
      ))}
    </div>
  );
}
