import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import dialog from "../../../ui/BulkDialog.module.css";
import { useReturnedFocus } from "../../../ui/useReturnedFocus.ts";

/** Asks before unsaved changes are left behind. */
export function LeaveDialog(props: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation();
  useReturnedFocus();
  return (
    <Modal
      opened
      onClose={props.onStay}
      title={t("editor.leave.title")}
      classNames={{
        content: dialog.content,
        header: dialog.header,
        title: dialog.title,
        body: dialog.body,
      }}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <div className={dialog.fields}>
        <p>{t("editor.leave.text")}</p>
      </div>
      <footer className={dialog.foot}>
        <Button variant="default" color="red" onClick={props.onLeave}>
          {t("editor.leave.leave")}
        </Button>
        <Button data-autofocus onClick={props.onStay}>
          {t("editor.leave.stay")}
        </Button>
      </footer>
    </Modal>
  );
}
