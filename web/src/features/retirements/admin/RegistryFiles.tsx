import { Button } from "@mantine/core";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../../lib/failure.ts";
import { today } from "../../../lib/format.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { BusyButton } from "../../../ui/BusyButton.tsx";
import { FileChoice } from "../../../ui/FileChoice.tsx";
import styles from "./completeMany.module.css";
import { useReadRegistryFile } from "./admin.queries.ts";
import { fileForRegistry } from "./registryFile.ts";

interface Props {
  retirements: readonly ManagedRetirement[];
  busy: boolean;
  /** Receives the registry's answer, one line per retirement. */
  onAnswers: (cells: string[][]) => void;
}

/** The file exchange with a registry, in both directions: the batch, and the answer to it. */
export function RegistryFiles({ retirements, busy, onAnswers }: Props) {
  const { t } = useTranslation();
  const { mutate, variables, error, isPending } = useReadRegistryFile();

  function download() {
    const link = document.createElement("a");
    const file = new Blob([fileForRegistry(retirements)], { type: "text/csv" });
    link.href = URL.createObjectURL(file);
    link.download = `retirements-for-registry-${today()}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
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
        <FileChoice
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          onChoose={(file) => mutate(file, { onSuccess: onAnswers })}
        >
          {(button) => (
            <BusyButton
              {...button}
              size="sm"
              variant="default"
              disabled={busy}
              busy={isPending}
              leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
            >
              {t("managedRetirements.dialog.fromRegistry")}
            </BusyButton>
          )}
        </FileChoice>
      </div>
      {error && (
        <Banner
          tone="bad"
          title={t("managedRetirements.dialog.unreadFile", { name: variables?.name })}
        >
          {reasonOf(error)}
        </Banner>
      )}
    </>
  );
}
