import { VisuallyHidden } from "@mantine/core";
import type { ManagedVintage } from "@tonneline/contract/vintages";
import type { KeyboardEvent } from "react";
import { useFormContext, type UseFieldArrayReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isComposing } from "../../../ui/isComposing.ts";
import styles from "./VintageGrid.module.css";
import { useEditor } from "./EditorContext.tsx";
import { vintageColumns } from "./facts.ts";
import { newVintage, type ProjectFields } from "./form.ts";
import { VintageRow } from "./VintageRow.tsx";

interface Props {
  rows: UseFieldArrayReturn<ProjectFields, "vintages">;
  /** The saved vintages, for the tonnes on sale. */
  saved: readonly ManagedVintage[];
  /** Shows the details below each row. */
  detailed: boolean;
  onRemove: (index: number) => void;
  onCredits: (index: number) => void;
}

const numeric: readonly string[] = ["credits", "price"];

/** The vintages as an editable table: Tab moves from cell to cell, Enter adds a row below and moves to its year. */
export function VintageGrid({ rows, saved, detailed, onRemove, onCredits }: Props) {
  const { t } = useTranslation();
  const { canWrite } = useEditor();
  const { getValues } = useFormContext<ProjectFields>();

  function addBelow(event: KeyboardEvent<HTMLTableSectionElement>): void {
    const { target } = event;
    const inCell = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (event.key !== "Enter" || isComposing(event.nativeEvent) || !inCell) return;
    // Otherwise Enter would save the whole form.
    event.preventDefault();
    const row = target.closest<HTMLElement>("[data-row]");
    const index = row ? Number(row.dataset.row) + 1 : getValues("vintages").length;
    rows.insert(index, newVintage(), { focusName: `vintages.${index}.year` });
  }

  return (
    <div
      className={styles.gridFrame}
      // Without focusable fields, the frame itself must be focusable to scroll by keyboard.
      {...(!canWrite && {
        tabIndex: 0,
        role: "group",
        "aria-label": t("editor.sections.vintages"),
      })}
    >
      <table className={styles.grid}>
        <VisuallyHidden component="caption">{t("editor.vintages.caption")}</VisuallyHidden>
        <thead>
          <tr>
            {vintageColumns.map((column) => (
              <th
                key={column}
                scope="col"
                className={numeric.includes(column) ? styles.right : undefined}
              >
                {t(`editor.vintages.column.${column}`)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody onKeyDown={addBelow}>
          {rows.fields.map((row, index) => (
            <VintageRow
              // The library's own key changes with each save, which would recreate the row being typed in.
              key={row.shownAs ?? row.key}
              index={index}
              saved={saved.find(({ id }) => id === row.vintageId)}
              detailed={detailed}
              onRemove={() => onRemove(index)}
              onCredits={() => onCredits(index)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
