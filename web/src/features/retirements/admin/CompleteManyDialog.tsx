import { Button, Modal, TextInput } from "@mantine/core";
import { completeRetirement, type ManagedRetirement } from "@tonneline/contract/retirements";
import { useCallback, useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { call, fieldErrorsOf, Unreachable } from "../../../lib/api.ts";
import { instantOfDay } from "../../../lib/days.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { today, tonnes } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { Banner } from "../../../ui/Banner.tsx";
import dialog from "../../../ui/BulkDialog.module.css";
import { BusyButton } from "../../../ui/BusyButton.tsx";
import { runEach } from "../../../ui/table/runEach.ts";
import { showToast } from "../../../ui/toast.tsx";
import { UnsavedQuestion } from "../../../ui/UnsavedQuestion.tsx";
import { useAskedClose } from "../../../ui/useAskedClose.ts";
import { useClosedByBack } from "../../../ui/useClosedByBack.ts";
import { useReturnedFocus } from "../../../ui/useReturnedFocus.ts";
import { useRefreshRetirements } from "./admin.queries.ts";
import styles from "./completeMany.module.css";
import { isBegun, newCompletion, tonnesOf, wrongIn, type Completion } from "./completion.ts";
import { columnLabels, CompletionRow } from "./CompletionRow.tsx";
import { RegistryFiles } from "./RegistryFiles.tsx";
import { cellsOf, columns, placed, type ColumnName, type Pasted } from "./pasted.ts";

interface Props {
  /** In progress, when it opens. */
  retirements: readonly ManagedRetirement[];
  onClose: () => void;
}

/** "done", or why it was not. */
type Outcome = "done" | { error: unknown };

/**
 * Many retirements completed one after the other, each with what its registry says: a grid to type in or to paste lines of
 * a sheet into. What is refused stays with its reason and its text; rows that were not begun stay in progress.
 */
export function CompleteManyDialog({ retirements, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefreshRetirements();
  useReturnedFocus();
  const form = useRef<HTMLFormElement>(null);
  const [entries, setEntries] = useState<ReadonlyMap<number, Completion>>(
    () => new Map(retirements.map(({ id }) => [id, newCompletion()])),
  );
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [dayOfAll, setDayOfAll] = useState(today());
  const [pasted, setPasted] = useState<Pasted>();
  const [asked, setAsked] = useState(false);
  const [through, setThrough] = useState<number>();
  // One time for all tries: a retry must ask for the very same, or its key would not count.
  const [{ keyOf, openedAt }] = useState(() => ({ keyOf: keyring(), openedAt: new Date() }));
  const busy = through !== undefined;
  const open = retirements.filter(({ id }) => outcomes.get(id) !== "done");
  const done = retirements.filter(({ id }) => outcomes.get(id) === "done");
  const begun = open.filter(({ id }) => isBegun(entries.get(id)!));
  const failed = open.filter(({ id }) => outcomes.has(id));
  const closing = useAskedClose(onClose, begun.length > 0);
  useClosedByBack(true, () => !busy && closing.close());

  const change = useCallback((id: number, part: Partial<Completion>) => {
    setEntries((before) => new Map(before).set(id, { ...before.get(id)!, ...part }));
    // What the server said was about what stood there before.
    setOutcomes((before) => new Map([...before].filter(([each]) => each !== id)));
  }, []);

  function changeDayOfAll(day: string) {
    setDayOfAll(day);
    for (const { id } of open) change(id, { retiredAt: day });
  }

  function paste(event: ClipboardEvent<HTMLDivElement>) {
    const at = placeOf(event.target);
    const cells = cellsOf(event.clipboardData.getData("text/plain"));
    if (!at || !cells || busy) return;
    event.preventDefault();
    const next = placed(
      cells,
      open.map(({ id }) => id),
      at,
    );
    for (const [id, part] of next.entries) change(id, part);
    setPasted(next);
  }

  function answer(cells: string[][]) {
    const [first] = open;
    if (!first) return;
    const ids = open.map(({ id }) => id);
    // What is not among these is counted and left out, rather than laid on rows of others.
    const known = cells.filter(([id]) => ids.includes(Number(id)));
    const next = placed(known, ids, { id: first.id, column: "serialNumberFrom" });
    for (const [id, part] of next.entries) change(id, part);
    setPasted({ ...next, left: cells.length - known.length });
  }

  async function complete({ id }: ManagedRetirement) {
    const { retiredAt, registryUrl, ...serials } = entries.get(id)!;
    const body = {
      ...serials,
      registryUrl: registryUrl.trim(),
      retiredAt: instantOfDay(retiredAt, openedAt),
    };
    const params = { id: String(id) };
    await call(completeRetirement, { params, body }, { idempotencyKey: keyOf([id, body]) });
  }

  async function run() {
    setAsked(true);
    const isWrong = begun.some(({ id }) => Object.keys(wrongIn(entries.get(id)!)).length > 0);
    if (begun.length === 0 || isWrong) {
      showFirstWrong(form.current);
      return;
    }
    setThrough(0);
    const results = await runEach(begun, complete, setThrough);
    setThrough(undefined);
    setAsked(false);
    setPasted(undefined);
    void refresh();
    const next = new Map(outcomes);
    for (const { row, error } of results)
      next.set(row.id, error === undefined ? "done" : { error });
    setOutcomes(next);
    if (retirements.every(({ id }) => next.get(id) === "done")) {
      showToast({ tone: "good", text: completedText(retirements) });
      onClose();
    } else {
      showFirstWrong(form.current);
    }
  }

  const completedText = (rows: readonly ManagedRetirement[]) =>
    t("management.retirements.dialog.completed", {
      count: rows.length,
      tonnes: tonnes(tonnesOf(rows)),
    });

  function errorsOf(id: number): Partial<Record<keyof Completion, string>> {
    const entry = entries.get(id)!;
    const wrong = asked && isBegun(entry) ? wrongIn(entry) : {};
    const outcome = outcomes.get(id);
    const refused = outcome && outcome !== "done" ? fieldErrorsOf(outcome.error) : [];
    const errors: Partial<Record<keyof Completion, string>> = {};
    for (const name of columns) {
      const why = wrong[name];
      const message = why
        ? t(`management.retirements.dialog.${why}`)
        : refused.find(({ path }) => path === name)?.message;
      if (message) errors[name] = message;
    }
    return errors;
  }

  function failureOf(id: number): string | undefined {
    const outcome = outcomes.get(id);
    if (!outcome || outcome === "done") return undefined;
    if (outcome.error instanceof Unreachable) return t("table.lost");
    const said = fieldErrorsOf(outcome.error).some(({ path }) =>
      columns.some((each) => each === path),
    );
    return said ? undefined : t("table.failed", { why: reasonOf(outcome.error) });
  }

  return (
    <>
      <Modal
        opened
        onClose={closing.close}
        title={t("management.retirements.dialog.completeMany", { count: retirements.length })}
        size="1280px"
        classNames={{ header: dialog.header, title: dialog.title, body: dialog.body }}
        closeOnClickOutside={false}
        closeOnEscape={!busy && !closing.asking}
        closeButtonProps={{ "aria-label": t("app.close"), disabled: busy }}
      >
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void run();
          }}
        >
          <div className={dialog.fields}>
            <p>{t("management.retirements.dialog.completeManyText")}</p>
            <div className={styles.tools}>
              <TextInput
                type="date"
                max={today()}
                label={t("management.retirements.dialog.dateOfAll")}
                value={dayOfAll}
                readOnly={busy}
                onChange={({ currentTarget }) => changeDayOfAll(currentTarget.value)}
              />
              <div className={styles.help}>
                <p>{t("management.retirements.dialog.pasteHelp")}</p>
                <PastedNote pasted={pasted} />
              </div>
            </div>
            <RegistryFiles retirements={open} busy={busy} onAnswers={answer} />
            {done.length > 0 && <Banner tone="good" title={completedText(done)} />}
            {failed.length > 0 && (
              <Banner
                tone="bad"
                title={t("management.retirements.dialog.stillOpen", { count: failed.length })}
              />
            )}
            {asked && begun.length === 0 && (
              <Banner tone="bad" title={t("management.retirements.dialog.noneBegun")} />
            )}
            <div className={styles.grid} onPaste={paste} onKeyDown={moveOn}>
              <div className={styles.heads} aria-hidden>
                <span>{t("management.retirements.column.project")}</span>
                {columns.map((name) => (
                  <span key={name}>{t(`management.retirements.dialog.${columnLabels[name]}`)}</span>
                ))}
              </div>
              {retirements.map((retirement, index) => (
                <CompletionRow
                  key={retirement.id}
                  retirement={retirement}
                  entry={entries.get(retirement.id)!}
                  isDone={outcomes.get(retirement.id) === "done"}
                  errors={errorsOf(retirement.id)}
                  failure={failureOf(retirement.id)}
                  busy={busy}
                  isFirst={index === 0}
                  onChange={change}
                />
              ))}
            </div>
          </div>
          <footer className={dialog.foot}>
            <span role="status">
              {busy
                ? t("table.progress", { done: through, total: begun.length })
                : t("management.retirements.dialog.begun", {
                    count: begun.length,
                    total: open.length,
                    tonnes: tonnes(tonnesOf(begun)),
                  })}
            </span>
            <Button variant="default" onClick={closing.close} disabled={busy}>
              {t(outcomes.size > 0 ? "app.close" : "table.cancel")}
            </Button>
            <BusyButton type="submit" busy={busy}>
              {begun.length === 0
                ? t("management.retirements.complete")
                : t("management.retirements.completeAmount", {
                    count: begun.length,
                    tonnes: tonnes(tonnesOf(begun)),
                  })}
            </BusyButton>
          </footer>
        </form>
      </Modal>
      <UnsavedQuestion opened={closing.asking} onStay={closing.stay} onDiscard={onClose} />
    </>
  );
}

function PastedNote({ pasted }: { pasted: Pasted | undefined }) {
  const { t } = useTranslation();
  const { entries, left = 0, unread = [] } = pasted ?? {};
  return (
    <div role="status">
      {entries && (
        <p>
          {t("management.retirements.dialog.pasted", { count: entries.size })}{" "}
          {left > 0 && t("management.retirements.dialog.pastedLeft", { count: left })}{" "}
          {unread.length > 0 &&
            t("management.retirements.dialog.pastedUnread", {
              count: unread.length,
              days: unread.join(", "),
            })}
        </p>
      )}
    </div>
  );
}

/** The row and column of a field of the grid. */
function placeOf(target: EventTarget): { id: number; column: ColumnName } | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const column = columns.find((each) => each === target.dataset.column);
  const row = target.closest<HTMLElement>("[data-row]")?.dataset.row;
  return column && row ? { id: Number(row), column } : undefined;
}

/** Enter and the arrows go to the row below or above, as in a sheet: Enter alone must not retire anything. */
function moveOn(event: KeyboardEvent<HTMLDivElement>) {
  const { key, target, currentTarget } = event;
  const at = placeOf(target);
  if (!at || event.nativeEvent.isComposing || event.altKey || event.metaKey) return;
  const isArrow = key === "ArrowDown" || key === "ArrowUp";
  // In a date the arrows count its days.
  if (key !== "Enter" && !(isArrow && at.column !== "retiredAt")) return;
  event.preventDefault();
  const column = [
    ...currentTarget.querySelectorAll<HTMLInputElement>(`[data-column="${at.column}"]`),
  ];
  const place = column.findIndex((field) => field === target);
  column[key === "ArrowUp" ? place - 1 : place + 1]?.focus();
}

/** The fields are marked by the next render; the first that is wrong has the focus, or the first of a refused row. */
function showFirstWrong(form: HTMLFormElement | null) {
  setTimeout(() => {
    form?.querySelector<HTMLElement>("[aria-invalid='true'], [data-failed] input")?.focus();
  });
}
