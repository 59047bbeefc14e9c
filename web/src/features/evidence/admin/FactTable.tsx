import { Button } from "@mantine/core";
import type { RecordFact } from "@tonneline/contract/evidence";
import { useTranslation } from "react-i18next";
import { day } from "../../../lib/format.ts";
import styles from "../evidence.module.css";
import { factText } from "../factText.ts";
import "../../../locales/en/evidence.ts";

interface Props {
  facts: readonly RecordFact[];
  /** Absent for read-only users. */
  onChange: ((fact: RecordFact) => void) | undefined;
}

/** Facts with their sources, each with an edit button. */
export function FactTable({ facts, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <table className={styles.editor}>
      <thead>
        <tr>
          <th scope="col">{t("evidence.editor.fact")}</th>
          <th scope="col">{t("evidence.editor.value")}</th>
          <th scope="col">{t("evidence.editor.source")}</th>
          {onChange && <td />}
        </tr>
      </thead>
      <tbody>
        {facts.map((fact) => (
          <tr key={fact.field}>
            <th scope="row">{t(`evidence.record.field.${fact.field}`)}</th>
            <td>
              {fact.state === "KNOWN" ? (
                factText(fact)
              ) : (
                <span className={styles[`text${fact.state}`]}>
                  {t(`evidence.record.state.${fact.state}`)}
                </span>
              )}
            </td>
            <td>{[fact.source, fact.asOf && day(fact.asOf)].filter(Boolean).join(", ") || "–"}</td>
            {onChange && (
              <td>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t("evidence.editor.changeNamed", {
                    fact: t(`evidence.record.field.${fact.field}`),
                  })}
                  onClick={() => onChange(fact)}
                >
                  {t("evidence.editor.change")}
                </Button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
