import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { showToast } from "../../ui/toast.tsx";
import { EraseDialog } from "./EraseDialog.tsx";
import styles from "./privacy.module.css";
import { downloadData } from "./privacy.queries.ts";

interface Props {
  userId: number;
  username: string;
  name: string;
  /** Operators erase their own account in their settings. */
  canErase: boolean;
  onErased: () => void;
}

/** What a person may request from the operators: their data, or its erasure. */
export function PersonalData({ userId, username, name, canErase, onErased }: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.theirs}>
      <DownloadLink onDownload={() => downloadData(userId)} reasonOf={refusalText}>
        {t("privacy.theirs.download")}
      </DownloadLink>
      {canErase && (
        <Button size="sm" variant="outline" color="red.7" onClick={() => setAsking(true)}>
          {t("privacy.theirs.erase")}
        </Button>
      )}
      {asking && (
        <EraseDialog
          whose={userId}
          username={username}
          text={t("privacy.theirs.dialogText", { name })}
          onErased={() => {
            setAsking(false);
            showToast({ tone: "good", text: t("privacy.theirs.done") });
            onErased();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
