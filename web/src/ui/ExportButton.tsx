import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { BusyButton } from "./BusyButton.tsx";
import { showToast } from "./toast.tsx";

interface Props {
  /** Replaces the default label, for files other than CSV. */
  label?: string;
  /** Downloads the list; rejects on failure. */
  onExport: () => Promise<void>;
  /** Explains an error to the user. */
  reasonOf: (error: unknown) => string;
}

/** Downloads all pages of the filtered list as a file. */
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
