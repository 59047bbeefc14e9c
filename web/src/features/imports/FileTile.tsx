import { Button, FileButton } from "@mantine/core";
import { IconFileTypeCsv, IconUpload } from "@tabler/icons-react";
import type { ImportFile, ImportFileKind } from "@tonneline/contract/imports";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { fileSize, share as percent } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Gauge } from "../../ui/Gauge.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { useDrop } from "../../ui/useDrop.ts";
import styles from "./imports.module.css";

interface Props {
  kind: ImportFileKind;
  file: ImportFile | null;
  locked: boolean;
  onUpload: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
  onRemove: () => Promise<unknown>;
}

/**
 * Takes one of the two files, dropped or chosen, and shows the upload's progress; an unusable file is refused with the
 * reason.
 */
export function FileTile({ kind, file, locked, onUpload, onRemove }: Props) {
  const { t } = useTranslation();
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const resetInput = useRef<() => void>(null);
  const busy = share !== undefined;

  async function run(work: () => Promise<unknown>) {
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setShare(undefined);
    }
  }
  const upload = (chosen: File | null | undefined) => {
    // Allows choosing the same file again after a failure.
    resetInput.current?.();
    if (!chosen || locked || busy) return;
    setShare(0);
    void run(() => onUpload(chosen, setShare));
  };

  const { isOver, dropProps } = useDrop(([first]) => upload(first), locked);

  return (
    <section
      aria-label={t(`imports.file.${kind}`)}
      className={`${styles.tile} ${isOver ? styles.over : ""}`}
      {...dropProps}
    >
      <h3>{t(`imports.file.${kind}`)}</h3>
      <FileFacts kind={kind} file={file} />
      {busy && (
        <div role="status" className={styles.uploading}>
          <span>
            {share < 1 ? t("imports.uploading", { percent: percent(share) }) : t("imports.reading")}
          </span>
          <Gauge part={share} label={t("imports.uploadProgress")} />
        </div>
      )}
      {failure !== undefined && <Banner tone="bad" title={reasonOf(failure)} />}
      {!locked && !busy && (
        <div className={styles.actions}>
          <FileButton
            accept=".csv,.tsv,.txt,text/csv"
            resetRef={resetInput}
            inputProps={{ "aria-label": t(`imports.choose.${kind}`) }}
            onChange={upload}
          >
            {(props) => (
              <Button
                {...props}
                variant={file ? "default" : "filled"}
                size="sm"
                leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
              >
                {t(file ? "imports.replace" : `imports.choose.${kind}`)}
              </Button>
            )}
          </FileButton>
          {file && (
            <Button
              variant="subtle"
              color="red"
              size="sm"
              aria-label={t("imports.removeFile", { name: file.name })}
              onClick={() => void run(onRemove)}
            >
              {t("imports.remove")}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** The uploaded file's details, or that there is none. */
function FileFacts({ kind, file }: Pick<Props, "kind" | "file">) {
  const { t } = useTranslation();
  if (!file) {
    const none = t(`imports.none${kind === "projects" ? "Projects" : "Vintages"}`);
    return <p className={styles.help}>{none}</p>;
  }
  return (
    <>
      <p className={styles.fileName}>
        <IconFileTypeCsv size={20} stroke={1.6} aria-hidden />
        <b>{file.name}</b>
      </p>
      <p className={styles.help}>
        {t("imports.rows", { count: file.rows })}, {fileSize(file.bytes)}
      </p>
      {file.known && <Tag label={t("imports.known")} />}
    </>
  );
}
