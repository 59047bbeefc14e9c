import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./UnsavedQuestion.module.css";

interface Props {
  opened: boolean;
  onStay: () => void;
  onDiscard: () => void;
}

/** Asks before something closes on what was typed in it. */
export function UnsavedQuestion({ opened, onStay, onDiscard }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onStay}
      title={t("app.unsaved.title")}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <p>{t("app.unsaved.text")}</p>
      <div className={styles.foot}>
        <Button variant="default" onClick={onStay} data-autofocus>
          {t("app.unsaved.stay")}
        </Button>
        <Button color="red" onClick={onDiscard}>
          {t("app.unsaved.discard")}
        </Button>
      </div>
    </Modal>
  );
}
