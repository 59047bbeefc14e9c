import { Button } from "@mantine/core";
import { DialogFrame, DialogText } from "./DialogFrame.tsx";
import styles from "./FormDialog.module.css";
import { useCloseOnBack } from "./useCloseOnBack.ts";
import { useRestoredFocus } from "./useRestoredFocus.ts";

interface Props {
  title: string;
  /** Says what would be lost. */
  text: string;
  stay: string;
  leave: string;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks for confirmation before input is lost. Closing the dialog stays on the page. */
export function LeaveQuestion({ title, text, stay, leave, onStay, onLeave }: Props) {
  const leaveFocus = useRestoredFocus();
  useCloseOnBack(true, onStay);
  return (
    <DialogFrame opened onClose={onStay} title={title}>
      <div className={styles.fields}>
        <DialogText>{text}</DialogText>
      </div>
      <footer className={styles.foot}>
        <Button variant="default" onClick={onStay} data-autofocus>
          {stay}
        </Button>
        <Button
          color="red"
          onClick={() => {
            leaveFocus();
            onLeave();
          }}
        >
          {leave}
        </Button>
      </footer>
    </DialogFrame>
  );
}
