import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./DownloadLink.module.css";
import { showToast } from "./toast.tsx";

interface Props {
  /** Downloads the file; rejects when that fails. */
  onDownload: () => Promise<void>;
  /** Why it failed, in words. */
  reasonOf: (error: unknown) => string;
  /** The whole of what it is called, where the children say only a part. */
  label?: string;
  children: ReactNode;
}

/** A file behind a word: it looks like a link, but needs the session to be loaded. */
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
