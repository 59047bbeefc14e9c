import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./DownloadLink.module.css";
import { showToast } from "./toast.tsx";

interface Props {
  /** Downloads the file; rejects on failure. */
  onDownload: () => Promise<void>;
  /** Explains an error to the user. */
  reasonOf: (error: unknown) => string;
  /** The full accessible name, where the children show only a part of it. */
  label?: string;
  children: ReactNode;
}

/** A download that looks like a link, but needs the session to load the file. */
export function DownloadLink({ onDownload, reasonOf, label, children }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    try {
      await onDownload();
    } catch (error) {
      showToast({ tone: "bad", text: t("app.downloadFailed", { reason: reasonOf(error) }) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      className={styles.link}
      aria-label={label}
      aria-busy={busy}
      onClick={() => !busy && void run()}
    >
      {children}
    </button>
  );
}
