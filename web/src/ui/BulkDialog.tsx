import { Button, Modal } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./BulkDialog.module.css";
import { BusyButton } from "./BusyButton.tsx";
import { Banner } from "./Banner.tsx";
import { runEach, type RowResult } from "./table/runEach.ts";

interface Props<Row> {
  title: string;
  /** The effect, in a sentence. */
  text: string;
  rows: readonly Row[];
  rowLabel: (row: Row) => string;
  idOf: (row: Row) => number;
  /** What to tell a person about a row that failed. */
  whyOf: (error: unknown) => string;
  confirm: string;
  danger?: boolean;
  /** What is still missing, undefined when it can go: it keeps the button from acting and is shown. */
  missing?: string | undefined;
  act: (row: Row) => Promise<unknown>;
  /** Some rows are done: lists have to be asked for anew. */
  onActed: () => void;
  onClose: () => void;
  /** The fields it needs. */
  children?: ReactNode;
}

/** Asks before something is done to rows, does it row by row, and says of each that failed why. */
export function BulkDialog<Row>(props: Props<Row>) {
  const { rows, missing, act, onActed, onClose, idOf, rowLabel, whyOf } = props;
  const { t } = useTranslation();
  const [done, setDone] = useState<number>();
  const [results, setResults] = useState<RowResult<Row>[]>();
  const [asked, setAsked] = useState(false);
  const failed = results?.filter(({ error }) => error !== undefined) ?? [];

  async function run() {
    setAsked(true);
    if (missing) return;
    setDone(0);
    const next = await runEach(rows, act, setDone);
    setDone(undefined);
    onActed();
    if (next.every(({ error }) => error === undefined)) onClose();
    else setResults(next);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={props.title}
      classNames={{
        content: styles.content,
        header: styles.header,
        title: styles.title,
        body: styles.body,
      }}
      closeOnClickOutside={false}
      closeOnEscape={done === undefined}
      withCloseButton={done === undefined}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (done === undefined) void run();
        }}
      >
        <div className={styles.fields}>
          {results ? (
            <>
              <Banner tone="bad" title={t("table.someFailed", { count: failed.length })} />
              <ul className={styles.results}>
                {results.map(({ row, error }) => (
                  <li key={idOf(row)}>
                    <b>{rowLabel(row)}</b>
                    <span>
                      {error === undefined
                        ? t("table.worked")
                        : t("table.failed", { why: whyOf(error) })}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <>
              <p>{props.text}</p>
              {props.children}
              {asked && missing && <Banner tone="bad" title={missing} />}
            </>
          )}
        </div>
        <footer className={styles.foot}>
          <span role="status">
            {done !== undefined && t("table.progress", { done, total: rows.length })}
          </span>
          {results ? (
            <Button onClick={onClose} data-autofocus>
              {t("app.close")}
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose} disabled={done !== undefined}>
                {t("table.cancel")}
              </Button>
              <BusyButton
                type="submit"
                busy={done !== undefined}
                {...(props.danger && { color: "red" })}
              >
                {props.confirm}
              </BusyButton>
            </>
          )}
        </footer>
      </form>
    </Modal>
  );
}
