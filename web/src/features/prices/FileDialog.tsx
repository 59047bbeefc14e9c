import { Button } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { Banner } from "../../ui/Banner.tsx";
import { FileChoice } from "../../ui/FileChoice.tsx";
import { useDrop } from "../../ui/useDrop.ts";
import { ChangeDialog } from "./ChangeDialog.tsx";
import styles from "./prices.module.css";
import { useReadPriceFile } from "./prices.queries.ts";

/** Changes prices to those of a CSV or XLSX file, after a preview. */
export function FileDialog({ onClose }: { onClose: (acted?: boolean) => void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  const { mutate, data, error, isPending } = useReadPriceFile();

  function choose(chosen: File | undefined) {
    if (!chosen) return;
    setFile(chosen);
    mutate(chosen);
  }
  const { isOver, dropProps } = useDrop(([first]) => choose(first));
  function missing(): string | undefined {
    if (isPending) return t("prices.dialog.reading", { name: file?.name ?? "" });
    if (!data) return t("prices.dialog.fileMissing");
    return data.rows.length === 0 ? t("prices.dialog.nothingInFile") : undefined;
  }
  return (
    <ChangeDialog title={t("prices.file")} preview={data} missing={missing()} onClose={onClose}>
      <div className={`${styles.drop} ${isOver ? styles.over : ""}`} {...dropProps}>
        <IconFileUpload size={24} stroke={1.6} aria-hidden />
        <span role="status">
          {isPending
            ? t("prices.dialog.reading", { name: file?.name ?? "" })
            : (file?.name ?? t("prices.dialog.drop"))}
        </span>
        <FileChoice onChoose={choose} accept=".csv,.xlsx,text/csv">
          {(props) => (
            <Button {...props} variant="default" size="sm" data-autofocus>
              {t(file ? "prices.dialog.other" : "prices.dialog.choose")}
            </Button>
          )}
        </FileChoice>
      </div>
      {error && (
        <Banner tone="bad" title={t("prices.dialog.fileFailed")}>
          {reasonOf(error)}
        </Banner>
      )}
    </ChangeDialog>
  );
}
