import { Button } from "@mantine/core";
import type { ReactNode, RefObject } from "react";
import { DialogFrame, DialogText } from "./DialogFrame.tsx";
import styles from "./FormDialog.module.css";
import { DialogLayers } from "./DialogLayers.tsx";
import { UnsavedQuestion } from "./UnsavedQuestion.tsx";
import { useConfirmedClose } from "./useConfirmedClose.ts";
import { useCloseOnBack } from "./useCloseOnBack.ts";
import { useRestoredFocus } from "./useRestoredFocus.ts";

interface Props {
  title: string;
  /** Describes the effect in one sentence. */
  text?: string | undefined;
  size?: string;
  form: RefObject<HTMLFormElement | null>;
  /** The action is running: until it ends, the dialog can be neither closed nor submitted again. */
  busy: boolean;
  /** Whether closing would lose input; by default, whether anything was typed. */
  losesInput?: boolean;
  /** Progress, shown next to the buttons. */
  progress?: ReactNode;
  /** Label of the button that closes the dialog. */
  cancel: string;
  /** The submit button. */
  action: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form. It asks before it discards input; a click outside does nothing. */
export function FormDialog(props: Props) {
  const { busy, onClose, progress } = props;
  useRestoredFocus();
  const closing = useConfirmedClose(onClose, props.losesInput);
  useCloseOnBack(true, () => !busy && closing.close());
  return (
    <>
      <DialogFrame
        opened
        onClose={closing.close}
        title={props.title}
        size={props.size}
        closeOnClickOutside={false}
        closeOnEscape={!busy && !closing.asking}
        fixed={busy}
      >
        <form
          ref={props.form}
          noValidate
          onInput={closing.onInput}
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) props.onSubmit();
          }}
        >
          <div className={styles.fields}>
            {props.text && <DialogText>{props.text}</DialogText>}
            <DialogLayers>{props.children}</DialogLayers>
          </div>
          <footer className={styles.foot}>
            {progress !== undefined && <span role="status">{progress}</span>}
            <Button variant="default" onClick={closing.close} disabled={busy}>
              {props.cancel}
            </Button>
            {props.action}
          </footer>
        </form>
      </DialogFrame>
      <UnsavedQuestion opened={closing.asking} onStay={closing.stay} onDiscard={onClose} />
    </>
  );
}
