import type { Evidence, RecordFact } from "@tonneline/contract/evidence";
import { IconCircleCheck, IconCircleDashed, IconMinus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { day } from "../../lib/format.ts";
import styles from "./evidence.module.css";

const order = ["UNKNOWN", "KNOWN", "NOT_APPLICABLE"] as const;
const icons = { UNKNOWN: IconCircleDashed, KNOWN: IconCircleCheck, NOT_APPLICABLE: IconMinus };

/** The facts that an auditor asks for, those that are missing first: missing is said, and never guessed. */
export function ClaimRecord({ record }: { record: Evidence["completeness"] }) {
  const { t } = useTranslation();
  const facts = order.flatMap((state) => record.fields.filter((fact) => fact.state === state));
  return (
    <>
      <p className={styles.known}>
        <b>{t("evidence.record.known", record)}</b> {t("evidence.record.lead")}
      </p>
      <div className={styles.bar} aria-hidden>
        {facts.toReversed().map(({ field, state }) => (
          <span key={field} className={styles[state]} />
        ))}
      </div>
      <dl className={styles.facts}>
        {facts.map((fact) => (
          <Fact key={fact.field} fact={fact} />
        ))}
      </dl>
    </>
  );
}

function Fact({ fact: { field, state, value, source, asOf } }: { fact: RecordFact }) {
  const { t } = useTranslation();
  const Icon = icons[state];
  return (
    <div className={styles.fact}>
      <dt>
        <Icon size={18} stroke={1.8} aria-hidden className={styles[`icon${state}`]} />
        {t(`evidence.record.field.${field}`)}
      </dt>
      <dd>
        {state === "KNOWN" ? (
          value
        ) : (
          <span className={styles[`text${state}`]}>{t(`evidence.record.state.${state}`)}</span>
        )}
        {source && (
          <small>{asOf ? t("evidence.record.source", { source, date: day(asOf) }) : source}</small>
        )}
      </dd>
    </div>
  );
}
