import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { BusyButton } from "./BusyButton.tsx";
import { showToast } from "./toast.tsx";

interface Props {
  /** Of a file of another kind than CSV. */
  label?: string;
  /** Downloads the list; rejects when that fails. */
  onExport: () => Promise<void>;
  /** Why it failed, in words. */
  reasonOf: (error: unknown) => string;
}

/** Downloads what a list shows, all pages of it, as a file. */
export function ExportButton({ label, onExport, reasonOf }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    try {
      await onExport();
    } catch (error) {
      showToast({ tone: "bad", text: t("table.exportFailed", { reason: reasonOf(error) }) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <BusyButton
      variant="default"
      size="sm"
      busy={busy}
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
      onClick={() => void run()}
    >
      {label ?? t("table.export")}
    </BusyButton>
  );
}
