import { Button, Modal } from "@mantine/core";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./BulkDialog.module.css";
import { BusyButton } from "./BusyButton.tsx";
import { DialogLayers } from "./DialogLayers.tsx";
import { Banner } from "./Banner.tsx";
import { showToast } from "./toast.tsx";
import { runEach, runTogether, type RowResult } from "./table/runEach.ts";
import { UnsavedQuestion } from "./UnsavedQuestion.tsx";
import { useAskedClose } from "./useAskedClose.ts";
import { useClosedByBack } from "./useClosedByBack.ts";
import { useReturnedFocus } from "./useReturnedFocus.ts";

interface Props<Row> {
  title: string;
  /** The effect, in a sentence. */
  text: string;
  rows: readonly Row[];
  rowLabel: (row: Row) => string;
  idOf: (row: Row) => number;
  /** What to tell a person about a row that failed. */
  whyOf: (error: unknown) => string;
  /** No answer came: the row may be done all the same. */
  isLost: (error: unknown) => boolean;
  confirm: string;
  danger?: boolean;
  /** What is still missing, undefined when it can go: it keeps the button from acting and is shown. */
  missing?: string | undefined;
  /** Must be safe to do twice: a row whose answer was lost may be tried again. */
  act: (row: Row) => Promise<unknown>;
  /** Does several rows in one call; the map has the error of each that was not done. */
  actOnMany?: (
    rows: readonly Row[],
    onDone: (count: number) => void,
  ) => Promise<ReadonlyMap<number, unknown>>;
  /** What is said at the end when all of it is done. */
  told?: (count: number) => string;
  /** Some rows are done: lists have to be asked for anew. */
  onActed: () => void;
  onClose: () => void;
  /** The fields it needs. */
  children?: ReactNode;
}

/**
 * Asks before something is done to rows, does it row by row, says of each that failed why, and tries those again. It asks
 * before it closes on what was typed.
 */
export function BulkDialog<Row>(props: Props<Row>) {
  const { rows, missing, act, onActed, onClose, idOf, rowLabel, whyOf, isLost } = props;
  const { t } = useTranslation();
  useReturnedFocus();
  const closing = useAskedClose(onClose);
  const form = useRef<HTMLFormElement>(null);
  const [done, setDone] = useState<number>();
  const [results, setResults] = useState<RowResult<Row>[]>();
  const [asked, setAsked] = useState(false);
  useClosedByBack(true, () => done === undefined && closing.close());
  const failed = results?.filter(({ error }) => error !== undefined) ?? [];

  async function run() {
    setAsked(true);
    // The fields are marked by the next render.
    if (missing) return void setTimeout(() => focusMissing(form.current));
    setDone(0);
    // A second try goes to those that failed; what worked stays done.
    const before = results ?? [];
    const tried = results ? failed.map(({ row }) => row) : rows;
    const { actOnMany } = props;
    const next =
      actOnMany && tried.length > 1
        ? await runTogether(tried, idOf, (given) => actOnMany(given, setDone))
        : await runEach(tried, act, setDone);
    setDone(undefined);
    onActed();
    const again = new Map(next.map((each) => [idOf(each.row), each]));
    const all = results ? before.map((each) => again.get(idOf(each.row)) ?? each) : next;
    if (all.some(({ error }) => error !== undefined)) return setResults(all);
    if (props.told) showToast({ tone: "good", text: props.told(all.length) });
    onClose();
  }

  function outcome(error: unknown): string {
    if (error === undefined) return t("table.worked");
    return isLost(error) ? t("table.lost") : t("table.failed", { why: whyOf(error) });
  }

  return (
    <>
      <Modal
        opened
        onClose={closing.close}
        title={props.title}
        classNames={{
          header: styles.header,
          title: styles.title,
          body: styles.body,
        }}
        closeOnClickOutside={false}
        closeOnEscape={done === undefined && !closing.asking}
        withCloseButton={done === undefined}
        closeButtonProps={{ "aria-label": t("app.close") }}
      >
        <form
          ref={form}
          noValidate
          onInput={closing.onInput}
          onSubmit={(event) => {
            event.preventDefault();
            if (done === undefined) void run();
          }}
        >
          <div className={styles.fields}>
            {results ? (
              <>
                <Banner
                  tone="bad"
                  title={
                    failed.length === results.length
                      ? t(
                          failed.some(({ error }) => isLost(error))
                            ? "table.noneCertain"
                            : "table.noneDone",
                        )
                      : t("table.someFailed", { count: failed.length })
                  }
                />
                <ul className={styles.results}>
                  {results.map(({ row, error }) => (
                    <li key={idOf(row)}>
                      <b>{rowLabel(row)}</b>
                      <span>{outcome(error)}</span>
                    </li>
                  ))}
                </ul>
              </>
            ) : (
              <p>{props.text}</p>
            )}
            {/* Still there after a failure: what was refused can be mended before it is tried again. */}
            <DialogLayers>{props.children}</DialogLayers>
            {asked && missing && <Banner tone="bad" title={missing} />}
          </div>
          <footer className={styles.foot}>
            <span role="status">
              {done !== undefined &&
                t("table.progress", { done, total: results ? failed.length : rows.length })}
            </span>
            <Button variant="default" onClick={closing.close} disabled={done !== undefined}>
              {results ? t("app.close") : t("table.cancel")}
            </Button>
            <BusyButton
              type="submit"
              busy={done !== undefined}
              {...(props.danger && { color: "red" })}
            >
              {results ? t("table.again", { count: failed.length }) : props.confirm}
            </BusyButton>
          </footer>
        </form>
      </Modal>
      <UnsavedQuestion opened={closing.asking} onStay={closing.stay} onDiscard={onClose} />
    </>
  );
}

/** Brings the first field that wants an answer into sight and to the keys. */
function focusMissing(form: HTMLFormElement | null): void {
  const field =
    form?.querySelector<HTMLElement>("[aria-invalid='true']") ??
    form?.querySelector<HTMLElement>("textarea, select, input");
  field?.focus();
}
