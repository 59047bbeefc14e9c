import type { Vintage } from "@tonneline/contract/catalogue";
import { creditTypeText } from "@tonneline/contract/delivery";
import type { Evidence, RecordFact, VintageRecord } from "@tonneline/contract/evidence";
import { IconCircleCheck, IconCircleDashed, IconMinus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { day } from "../../lib/format.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import styles from "./evidence.module.css";
import { factText } from "./factText.ts";

const order = ["UNKNOWN", "KNOWN", "NOT_APPLICABLE"] as const;
const icons = { UNKNOWN: IconCircleDashed, KNOWN: IconCircleCheck, NOT_APPLICABLE: IconMinus };

interface Props {
  evidence: Pick<Evidence, "completeness" | "vintages">;
  /** Maps vintages to their years. */
  vintages: readonly Pick<Vintage, "id" | "year" | "creditType" | "expectedDelivery">[];
  /** The vintage whose record is shown; by default the one with the most known facts. */
  recordOf: number | undefined;
  onRecordOf: (vintageId: number) => void;
}

/** The facts that an auditor asks for, missing ones first: a missing fact is stated as missing, never guessed. */
export function ClaimRecord({ evidence, vintages, recordOf, onRecordOf }: Props) {
  const { t } = useTranslation();
  const best = evidence.vintages.toSorted((one, other) => other.known - one.known)[0];
  const chosen = evidence.vintages.find(({ vintageId }) => vintageId === recordOf) ?? best;
  const record = chosen ? ofVintage(evidence.completeness, chosen) : evidence.completeness;
  const facts = order.flatMap((state) => record.fields.filter((fact) => fact.state === state));
  return (
    <>
      <div className={styles.recordHead}>
        <p className={styles.known}>
          <b>{t("evidence.record.known", record)}</b> {t("evidence.record.lead")}
        </p>
        {chosen && (
          <SelectField
            size="sm"
            aria-label={t("evidence.record.vintage")}
            value={String(chosen.vintageId)}
            data={evidence.vintages.map(({ vintageId, known, of }) => ({
              value: String(vintageId),
              label: t("evidence.record.ofVintage", {
                vintage: vintageText(vintages, vintageId),
                known,
                of,
              }),
            }))}
            onChange={({ currentTarget }) => onRecordOf(Number(currentTarget.value))}
          />
        )}
      </div>
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

function vintageText(vintages: Props["vintages"], id: number): string {
  const vintage = vintages.find((one) => one.id === id);
  if (!vintage) return "";
  const { year, creditType, expectedDelivery } = vintage;
  return `${year}, ${creditTypeText(creditType.id, expectedDelivery)}`;
}

/** Returns all fourteen facts of a vintage: its own, and the project's facts that are the same for all vintages. */
function ofVintage(project: Evidence["completeness"], vintage: VintageRecord) {
  const own = new Set<string>(["firstVintage", ...vintage.fields.map(({ field }) => field)]);
  const shared = project.fields.filter(({ field }) => !own.has(field));
  return { ...vintage, fields: [...shared, ...vintage.fields] };
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
          factText({ field, value })
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
