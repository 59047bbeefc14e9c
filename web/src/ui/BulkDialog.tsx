import { Button, Modal } from "@mantine/core";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./BulkDialog.module.css";
import { BusyButton } from "./BusyButton.tsx";
import { DialogLayers } from "./DialogLayers.tsx";
import { Banner } from "./Banner.tsx";
import { BulkResults, type Told } from "./BulkResults.tsx";
import { UnsavedQuestion } from "./UnsavedQuestion.tsx";
import { useAskedClose } from "./useAskedClose.ts";
import { useBulkRun, type BulkWork } from "./useBulkRun.ts";
import { useClosedByBack } from "./useClosedByBack.ts";
import { useReturnedFocus } from "./useReturnedFocus.ts";

interface Props<Row> extends BulkWork<Row>, Told<Row> {
  title: string;
  /** The effect, in a sentence. */
  text: string;
  confirm: string;
  danger?: boolean;
  /** What is still missing, undefined when it can go: it keeps the button from acting and is shown. */
  missing?: string | undefined;
  /** The fields it needs. */
  children?: ReactNode;
}

/**
 * Asks before something is done to rows, does it row by row, says of each that failed why, and tries those again that might work. It asks
 * before it closes on what was typed.
 */
export function BulkDialog<Row>(props: Props<Row>) {
  const { missing, onClose } = props;
  const { t } = useTranslation();
  useReturnedFocus();
  const closing = useAskedClose(onClose);
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState(false);
  const { run, done, results, open, total } = useBulkRun(props);
  useClosedByBack(true, () => done === undefined && closing.close());

  function submit() {
    setAsked(true);
    // The fields are marked by the next render.
    if (missing) setTimeout(() => focusMissing(form.current));
    else void run();
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
            if (done === undefined && (!results || open.length > 0)) submit();
          }}
        >
          <div className={styles.fields}>
            {results ? <BulkResults {...props} results={results} /> : <p>{props.text}</p>}
            {/* Still there after a failure: what was refused can be mended before it is tried again. */}
            <DialogLayers>{props.children}</DialogLayers>
            {asked && missing && <Banner tone="bad" title={missing} />}
          </div>
          <footer className={styles.foot}>
            <span role="status">{done !== undefined && t("table.progress", { done, total })}</span>
            <Button variant="default" onClick={closing.close} disabled={done !== undefined}>
              {results ? t("app.close") : t("table.cancel")}
            </Button>
            {(!results || open.length > 0) && (
              <BusyButton
                type="submit"
                busy={done !== undefined}
                {...(props.danger && { color: "red" })}
              >
                {results ? t("table.again", { count: open.length }) : props.confirm}
              </BusyButton>
            )}
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
