import { Button, Modal } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "./Banner.tsx";
import styles from "./BulkDialog.module.css";
import { BusyButton } from "./BusyButton.tsx";
import { DialogLayers } from "./DialogLayers.tsx";
import { UnsavedQuestion } from "./UnsavedQuestion.tsx";
import { useAskedClose } from "./useAskedClose.ts";
import { useClosedByBack } from "./useClosedByBack.ts";
import { useReturnedFocus } from "./useReturnedFocus.ts";

interface Props {
  title: string;
  /** The effect, in a sentence. */
  text: string;
  confirm: string;
  danger?: boolean;
  busy: boolean;
  /** It cannot be done, or not yet; the content says why. */
  impossible?: boolean;
  /** Why it was not done, when no field says so. */
  failure: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  /** The fields it needs. */
  children: ReactNode;
}

/** One action on one thing, with its fields. It asks before it closes on what was typed; a click outside does nothing. */
export function ActionDialog(props: Props) {
  const { busy, impossible = false, failure, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const wasBusy = useRef(false);
  useReturnedFocus();
  const closing = useAskedClose(onClose);
  useClosedByBack(true, () => !busy && closing.close());
  // The fields are marked by the next render; a long dialog may have scrolled away from them.
  const showWrong = () => setTimeout(() => form.current && showFirstWrong(form.current));
  useEffect(() => {
    if (wasBusy.current && !busy) showWrong();
    wasBusy.current = busy;
  }, [busy]);
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
        closeOnEscape={!busy && !closing.asking}
        closeButtonProps={{ "aria-label": t("app.close"), disabled: busy }}
      >
        <form
          ref={form}
          noValidate
          onInput={closing.onInput}
          onSubmit={(event) => {
            event.preventDefault();
            if (busy || impossible) return;
            onConfirm();
            showWrong();
          }}
        >
          <div className={styles.fields}>
            <p>{props.text}</p>
            {failure && <Banner tone="bad" title={failure} />}
            <DialogLayers>{props.children}</DialogLayers>
          </div>
          <footer className={styles.foot}>
            <Button variant="default" onClick={closing.close} disabled={busy}>
              {t("table.cancel")}
            </Button>
            <BusyButton
              type="submit"
              busy={busy}
              disabled={impossible}
              {...(props.danger && { color: "red" })}
            >
              {props.confirm}
            </BusyButton>
          </footer>
        </form>
      </Modal>
      <UnsavedQuestion opened={closing.asking} onStay={closing.stay} onDiscard={onClose} />
    </>
  );
}

/** Focuses the first field that is wrong; without one, brings what was said of the whole into sight. */
function showFirstWrong(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLElement>("[aria-invalid='true']");
  if (field) field.focus();
  else form.querySelector("[role='alert']")?.scrollIntoView({ block: "nearest" });
}
