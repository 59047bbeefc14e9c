import { claimTypes, creditTypes, impactTypes, vintageStatuses } from "@tonneline/contract/codes";
import { settableDeliveryStates } from "@tonneline/contract/delivery";
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconPencil, IconTrash, type Icon } from "@tabler/icons-react";
import type { ManagedVintage } from "@tonneline/contract/vintages";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { whole } from "../../../lib/format.ts";
import styles from "./VintageGrid.module.css";
import { useEditor } from "./EditorContext.tsx";
import { vintageColumns, vintageDetails, type VintageFact } from "./facts.ts";
import { useVintageCells } from "./useVintageCells.ts";

interface Props {
  index: number;
  /** The saved vintage; undefined for a new row. */
  saved: ManagedVintage | undefined;
  /** Shows the facts that have no column. */
  detailed: boolean;
  onRemove: () => void;
  onCredits: () => void;
}

const choices = {
  deliveryState: settableDeliveryStates,
  creditType: creditTypes,
  claimType: claimTypes,
  impactType: impactTypes,
  status: vintageStatuses,
} as const;
type ChoiceColumn = keyof typeof choices;

const isChoice = (column: VintageFact): column is ChoiceColumn => column in choices;

/** One vintage of the grid, with its errors below. */
export function VintageRow({ index, saved, detailed, onRemove, onCredits }: Props) {
  const { t } = useTranslation();
  const { canWrite } = useEditor();
  const cells = useVintageCells(index);
  const { year, problems } = cells;

  return (
    <>
      <tr data-row={index} className={saved?.status.id === "WITHDRAWN" ? styles.withdrawn : ""}>
        {vintageColumns.map((column) => (
          <td
            key={column}
            className={styles[column]}
            data-label={t(`editor.vintages.column.${column}`)}
          >
            {column === "credits" && saved ? (
              <span className={styles.stock}>
                {whole(saved.availableCredits)}
                {canWrite && (
                  <RowButton
                    label={t("editor.credits.open", { year })}
                    icon={IconPencil}
                    onClick={onCredits}
                  />
                )}
              </span>
            ) : (
              <Fact
                column={column}
                inputMode={column === "price" ? "decimal" : "numeric"}
                maxLength={20}
                cell={cells.cell(column)}
              />
            )}
          </td>
        ))}
        <td>
          {canWrite && (
            <RowButton
              label={t("editor.remove", { name: t("editor.vintage", { year }) })}
              icon={IconTrash}
              onClick={onRemove}
            />
          )}
        </td>
      </tr>
      {/* An invalid field must be visible to be corrected. */}
      {(detailed || vintageDetails.some(cells.errorOf)) && (
        <DetailsRow index={index} cells={cells} />
      )}
      {problems.length > 0 && (
        <tr className={styles.problems}>
          <td colSpan={vintageColumns.length + 1}>
            <span id={cells.problemId} role="alert" className="field-error">
              {problems.join(" · ")}
            </span>
          </td>
        </tr>
      )}
    </>
  );
}

/** The facts that have no column. */
function DetailsRow({
  index,
  cells,
}: {
  index: number;
  cells: ReturnType<typeof useVintageCells>;
}) {
  const { t } = useTranslation();
  return (
    <tr data-row={index} className={styles.details}>
      <td colSpan={vintageColumns.length + 1}>
        <div>
          {vintageDetails.map((column) => (
            <label key={column}>
              <span>{t(`editor.vintages.column.${column}`)}</span>
              <Fact
                column={column}
                type={column === "periodStart" || column === "periodEnd" ? "date" : "text"}
                maxLength={300}
                cell={cells.cell(column)}
              />
            </label>
          ))}
        </div>
      </td>
    </tr>
  );
}

interface FactProps extends ComponentProps<"input"> {
  column: VintageFact;
  /** The field's registration with the form. */
  cell: ComponentProps<"input"> & ComponentProps<"select">;
}

/** The field of one fact: a select if it has choices, else an input. */
function Fact({ column, cell, ...input }: FactProps) {
  const { t } = useTranslation();
  if (!isChoice(column)) return <input autoComplete="off" {...input} {...cell} />;
  return (
    <select {...cell}>
      {choices[column].map((code) => (
        <option key={code} value={code}>
          {t(`editor.codes.${code}`)}
        </option>
      ))}
    </select>
  );
}

function RowButton(props: { label: string; icon: Icon; onClick: () => void }) {
  const { label, icon: Sign, onClick } = props;
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="navy" aria-label={label} onClick={onClick}>
        <Sign size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
