import { labelKinds } from "@tonneline/contract/codes";
import { useFieldArray } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { today } from "../../../lib/format.ts";
import { AddButton } from "./AddButton.tsx";
import { ChoiceField } from "./ChoiceField.tsx";
import styles from "./editor.module.css";
import rows from "./rows.module.css";
import { useEditor } from "./EditorContext.tsx";
import type { ProjectFields } from "./form.ts";
import { RowButtons } from "./RowButtons.tsx";
import { Section } from "./Section.tsx";
import { TextField } from "./TextField.tsx";

/** Labels that third parties have given to the project, each with its source and date. */
export function LabelsSection() {
  const { t } = useTranslation();
  const { canWrite } = useEditor();
  const { fields, append, remove, move } = useFieldArray<ProjectFields, "labels">({
    name: "labels",
  });
  const kinds = labelKinds.map((value) => ({ value, label: t(`catalogue.labels.${value}`) }));
  return (
    <Section
      id="labels"
      aside={
        <AddButton
          label={t("editor.labels.add")}
          onClick={() => append({ kind: "CCP", detail: "", source: "", asOf: today() })}
        />
      }
    >
      {fields.length === 0 && <p className={styles.quiet}>{t("editor.labels.none")}</p>}
      <ul className={rows.rows}>
        {fields.map((_, index) => (
          // Keyed by index: the library's ids change with each save, which would recreate the field being typed in.
          <li key={index} className={rows.label}>
            <ChoiceField
              name={`labels.${index}.kind`}
              label={t("editor.labels.kind")}
              choices={kinds}
            />
            <TextField name={`labels.${index}.detail`} label={t("editor.labels.detail")} optional />
            <TextField name={`labels.${index}.source`} label={t("editor.labels.source")} />
            <TextField name={`labels.${index}.asOf`} label={t("editor.labels.asOf")} type="date" />
            {canWrite && (
              <RowButtons
                name={t("editor.labels.row", { number: index + 1 })}
                index={index}
                count={fields.length}
                onMove={(to) => move(index, to)}
                onRemove={() => remove(index)}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
