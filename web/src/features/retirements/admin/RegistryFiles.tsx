import { Button, FileButton } from "@mantine/core";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { today } from "../../../lib/format.ts";
import { Banner } from "../../../ui/Banner.tsx";
import styles from "./completeMany.module.css";
import { answersIn, fileForRegistry } from "./registryFile.ts";

interface Props {
  retirements: readonly ManagedRetirement[];
  busy: boolean;
  /** What the answer says, a line a retirement. */
  onAnswers: (cells: string[][]) => void;
}

/** Both ways of the exchange with a registry: the batch as a file, and its answer. */
export function RegistryFiles({ retirements, busy, onAnswers }: Props) {
  const { t } = useTranslation();
  const [unread, setUnread] = useState<string>();

  function download() {
    const link = document.createElement("a");
    const file = new Blob([fileForRegistry(retirements)], { type: "text/csv" });
    link.href = URL.createObjectURL(file);
    link.download = `retirements-for-registry-${today()}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async function read(file: File | null) {
    if (!file) return;
    const cells = answersIn(await file.text());
    setUnread(cells ? undefined : file.name);
    if (cells) onAnswers(cells);
  }
  return (
    <>
      <div className={styles.files}>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          onClick={download}
        >
          {t("managedRetirements.dialog.forRegistry")}
        </Button>
        <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(file) => void read(file)}>
          {(button) => (
            <Button
              {...button}
              size="sm"
              variant="default"
              disabled={busy}
              leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
            >
              {t("managedRetirements.dialog.fromRegistry")}
            </Button>
          )}
        </FileButton>
      </div>
      {unread && (
        <Banner tone="bad" title={t("managedRetirements.dialog.unreadFile", { name: unread })}>
          {t("managedRetirements.dialog.unreadFileHelp")}
        </Banner>
      )}
    </>
  );
}
