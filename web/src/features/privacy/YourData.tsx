import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { leave, useUsername } from "../../lib/session.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { DialogFrame, DialogText } from "../../ui/DialogFrame.tsx";
import dialog from "../../ui/FormDialog.module.css";
import { showToast } from "../../ui/toast.tsx";
import { EraseDialog } from "./EraseDialog.tsx";
import styles from "./privacy.module.css";
import { downloadData } from "./privacy.queries.ts";

/**
 * A section of the account's details: downloads or erases all stored data. `asks`: what erasing requires in addition
 * to the password.
 */
export function YourData({ asks }: { asks: "code" | "passkey" | null }) {
  const { t } = useTranslation();
  const username = useUsername();
  const [step, setStep] = useState<"asking" | "erased">();
  const load = useMutation({
    mutationFn: () => downloadData("mine"),
    onError: (error) =>
      showToast({ tone: "bad", text: t("app.downloadFailed", { reason: refusalText(error) }) }),
  });
  return (
    <div className={styles.rows}>
      <div className={styles.row}>
        <p>{t("privacy.mine.downloadText")}</p>
        <BusyButton
          variant="default"
          busy={load.isPending}
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          onClick={() => load.mutate()}
        >
          {t("privacy.mine.download")}
        </BusyButton>
      </div>
      <div className={styles.row}>
        <p>{t("privacy.mine.eraseText")}</p>
        <Button variant="outline" color="red.7" onClick={() => setStep("asking")}>
          {t("privacy.mine.erase")}
        </Button>
      </div>
      {step === "asking" && (
        <EraseDialog
          whose="mine"
          asks={asks}
          username={username}
          text={t("privacy.mine.dialogText")}
          onErased={() => setStep("erased")}
          onClose={() => setStep(undefined)}
        />
      )}
      <DialogFrame opened={step === "erased"} onClose={leave} title={t("privacy.mine.done")}>
        <div className={dialog.fields}>
          <DialogText>{t("privacy.mine.doneText")}</DialogText>
        </div>
        <footer className={dialog.foot}>
          <Button onClick={leave}>{t("privacy.mine.leave")}</Button>
        </footer>
      </DialogFrame>
    </div>
  );
}
