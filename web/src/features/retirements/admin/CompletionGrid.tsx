import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import type { TFunction } from "i18next";
import type { ClipboardEvent, KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf } from "../../../lib/api.ts";
import { callFailures, reasonOf } from "../../../lib/failure.ts";
import { isComposing } from "../../../ui/isComposing.ts";
import { hasInput, entryErrors, type Completion } from "./completion.ts";
import styles from "./completeMany.module.css";
import { columnLabels, CompletionRow } from "./CompletionRow.tsx";
import { cellsOf, columns, type ColumnName } from "./pasted.ts";
import type { SerialCheck } from "./serialChecks.queries.ts";
import type { Completions, Outcome } from "./useCompletions.ts";

interface Props {
  retirements: readonly ManagedRetirement[];
  completions: Completions;
  busy: boolean;
  /** Another operator must confirm the input. */
  secondPerson: boolean;
}

/** A grid for typing or pasting the data of many retirements; each error is shown at its field. */
export function CompletionGrid({ retirements, completions, busy, secondPerson }: Props) {
  const { t } = useTranslation();
  const { entries, outcomes, submitted, checks } = completions;

  function paste(event: ClipboardEvent<HTMLDivElement>) {
    const at = cellPosition(event.target);
    const cells = cellsOf(event.clipboardData.getData("text/plain"));
    if (!at || !cells || busy) return;
    event.preventDefault();
    completions.paste(cells, at);
  }

  return (
    <div className={styles.grid} onPaste={paste} onKeyDown={moveToRow}>
      <div className={styles.heads} aria-hidden>
        <span>{t("managedRetirements.column.project")}</span>
        {columns.map((name) => (
          <span key={name}>{t(`managedRetirements.dialog.${columnLabels[name]}`)}</span>
        ))}
      </div>
      {retirements.map((retirement, index) => {
        const outcome = outcomes.get(retirement.id);
        const entry = entries.get(retirement.id)!;
        return (
          <CompletionRow
            key={retirement.id}
            retirement={retirement}
            entry={entry}
            isDone={outcome === "done"}
            needsConfirmation={secondPerson}
            errors={errorsOf(
              t,
              submitted && hasInput(entry) ? entryErrors(entry, retirement.year) : {},
              [...refusedFields(outcome), ...checkErrors(checks.get(retirement.id))],
            )}
            failure={failureOf(t, outcome)}
            busy={busy}
            isFirst={index === 0}
            onChange={completions.change}
          />
        );
      })}
    </div>
  );
}

function errorsOf(
  t: TFunction,
  wrong: ReturnType<typeof entryErrors>,
  known: readonly { path: string; message: string }[],
): Partial<Record<keyof Completion, string>> {
  const errors: Partial<Record<keyof Completion, string>> = {};
  for (const name of columns) {
    const code = wrong[name];
    const message = code
      ? t(`managedRetirements.dialog.${code}`)
      : known.find(({ path }) => path === name)?.message;
    if (message) errors[name] = message;
  }
  return errors;
}

const refusedFields = (outcome: Outcome | undefined) =>
  outcome && outcome !== "done" ? fieldErrorsOf(outcome.error) : [];

/** The problem found by the check of a row's serial numbers; a row is a single block. */
const checkErrors = (check: SerialCheck | undefined) =>
  check?.problem ? [{ ...check.problem, path: check.problem.path.replace("blocks.0.", "") }] : [];

function failureOf(t: TFunction, outcome: Outcome | undefined): string | undefined {
  if (!outcome || outcome === "done") return undefined;
  if (callFailures.isLost(outcome.error)) return t("table.lost");
  const isAtField = fieldErrorsOf(outcome.error).some(({ path }) =>
    columns.some((each) => each === path),
  );
  return isAtField ? undefined : t("table.failed", { why: reasonOf(outcome.error) });
}

/** Returns the row and column of a field in the grid. */
function cellPosition(target: EventTarget): { id: number; column: ColumnName } | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const column = columns.find((each) => each === target.dataset.column);
  const row = target.closest<HTMLElement>("[data-row]")?.dataset.row;
  return column && row ? { id: Number(row), column } : undefined;
}

/** Enter and the arrow keys move to the next or previous row, as in a spreadsheet: Enter alone must not retire anything. */
function moveToRow(event: KeyboardEvent<HTMLDivElement>) {
  const { key, target, currentTarget } = event;
  const at = cellPosition(target);
  if (!at || isComposing(event.nativeEvent) || event.altKey || event.metaKey) return;
  const isArrow = key === "ArrowDown" || key === "ArrowUp";
  // In a date field, the arrow keys change its parts.
  if (key !== "Enter" && !(isArrow && at.column !== "retiredAt")) return;
  event.preventDefault();
  const column = [
    ...currentTarget.querySelectorAll<HTMLInputElement>(`[data-column="${at.column}"]`),
  ];
  const index = column.findIndex((field) => field === target);
  column[key === "ArrowUp" ? index - 1 : index + 1]?.focus();
}
