import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useKeptFocus } from "../ui/useKeptFocus.ts";
import styles from "./Offline.module.css";
import "../locales/en/offline.ts";

const follow = (tell: () => void) => onlineManager.subscribe(tell);

/**
 * Shows a notice while the network is down: requests are paused meanwhile, and a busy button alone would not explain
 * why. Loaded with the layout, as nothing can be loaded any more once it is needed. Keeps the focus too, as the one part
 * that every page loads after what it shows at first.
 */
export function Offline() {
  const { t } = useTranslation();
  useKeptFocus();
  const online = useSyncExternalStore(follow, () => onlineManager.isOnline());
  return (
    <p role="status" className={styles.offline}>
      {!online && t("offline.waits")}
    </p>
  );
}
