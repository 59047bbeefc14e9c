import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./FormDialog.module.css";
import { useClosedByBack } from "./useClosedByBack.ts";
import { useReturnedFocus } from "./useReturnedFocus.ts";

interface Props {
  title: string;
  /** What is lost. */
  text: string;
  stay: string;
  leave: string;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before what was typed is lost. Closing it stays. */
export function LeaveQuestion({ title, text, stay, leave, onStay, onLeave }: Props) {
  const { t } = useTranslation();
  useReturnedFocus();
  useClosedByBack(true, onStay);
  return (
    <Modal
      opened
      onClose={onStay}
      title={title}
      classNames={{
        header: styles.header,
        title: styles.title,
        body: styles.body,
      }}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <div className={styles.fields}>
        <p>{text}</p>
      </div>
      <footer className={styles.foot}>
        <Button variant="default" onClick={onStay} data-autofocus>
          {stay}
        </Button>
        <Button color="red" onClick={onLeave}>
          {leave}
        </Button>
      </footer>
    </Modal>
  );
}
