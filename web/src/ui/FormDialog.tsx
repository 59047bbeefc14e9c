import { Button } from "@mantine/core";
import type { ReactNode, RefObject } from "react";
import { DialogFrame, DialogText } from "./DialogFrame.tsx";
import styles from "./FormDialog.module.css";
import { DialogLayers } from "./DialogLayers.tsx";
import { UnsavedQuestion } from "./UnsavedQuestion.tsx";
import { useAskedClose } from "./useAskedClose.ts";
import { useClosedByBack } from "./useClosedByBack.ts";
import { useReturnedFocus } from "./useReturnedFocus.ts";

interface Props {
  title: string;
  /** What it does, in a sentence. */
  text?: string | undefined;
  size?: string;
  form: RefObject<HTMLFormElement | null>;
  /** It is being done: until then it neither closes nor starts again. */
  busy: boolean;
  /** Whether closing would lose something; without it, whatever was typed. */
  wouldLose?: boolean;
  /** How it stands, told beside the buttons. */
  standing?: ReactNode;
  /** What the button says that closes it. */
  cancel: string;
  /** The button that does it. */
  action: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form in it. It asks before it closes on what was typed; a click outside does nothing. */
export function FormDialog(props: Props) {
  const { busy, onClose, standing } = props;
  useReturnedFocus();
  const closing = useAskedClose(onClose, props.wouldLose);
  useClosedByBack(true, () => !busy && closing.close());
  return (
    <>
      <DialogFrame
        opened
        onClose={closing.close}
        title={props.title}
        {...(props.size && { size: props.size })}
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
            {standing !== undefined && <span role="status">{standing}</span>}
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
