import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useEditor } from "./EditorContext.tsx";
import { errorAt } from "./errorAt.ts";
import { vintageColumns, vintageDetails, type VintageFact } from "./facts.ts";
import type { ProjectFields } from "./form.ts";

/** The form's state of one row of vintages, with its errors. */
export function useVintageCells(index: number) {
  const { t } = useTranslation();
  const { canWrite } = useEditor();
  const { register, formState } = useFormContext<ProjectFields>();
  const year = useWatch<ProjectFields, `vintages.${number}.year`>({
    name: `vintages.${index}.year`,
  });
  const problemId = `vintage-problems-${index}`;
  const errorOf = (column: VintageFact) => errorAt(formState, `vintages.${index}.${column}`);
  const problems = [...vintageColumns, ...vintageDetails].flatMap((column) => {
    const message = errorOf(column);
    return message ? [`${t(`editor.vintages.column.${column}`)}: ${message}`] : [];
  });

  const cell = (column: VintageFact) => ({
    "aria-label": t("editor.columnOf", { column: t(`editor.vintages.column.${column}`), year }),
    ...(errorOf(column) && { "aria-invalid": true, "aria-describedby": problemId }),
    ...register(`vintages.${index}.${column}`),
    disabled: !canWrite,
  });

  return { year, problemId, problems, errorOf, cell };
}
