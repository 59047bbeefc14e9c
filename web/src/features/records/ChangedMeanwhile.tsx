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
  /** What was done with the record, the first step first. */
  steps: readonly S[];
  /** The username of whoever looks: what they did themselves is no news. */
  operator: string;
  say: (step: S, who: { actor: string; when: string }) => string;
}

/** What a colleague, or the buyer, did with a record while it was looked at. */
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
