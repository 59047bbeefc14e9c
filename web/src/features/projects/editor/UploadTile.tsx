import { CloseButton, FileButton } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { share as percent } from "../../../lib/format.ts";
import { Gauge } from "../../../ui/Gauge.tsx";
import { useDrop } from "../../../ui/useDrop.ts";
import images from "./images.module.css";
import styles from "./editor.module.css";
import type { Upload } from "./useImageActions.ts";

interface Props {
  uploads: readonly (Upload & { dismiss: () => void })[];
  onFiles: (files: readonly File[]) => Promise<void>;
}

const accepted = "image/jpeg,image/png,image/webp,image/avif";

/** Takes pictures, dropped or chosen, and shows the progress of each upload. */
export function UploadTile({ uploads, onFiles }: Props) {
  const { t } = useTranslation();
  const { isOver, dropProps } = useDrop((files) => void onFiles(files));
  const resetInput = useRef<() => void>(null);
  return (
    <li className={`${images.drop} ${isOver ? images.over : ""}`} {...dropProps}>
      <IconUpload size={20} stroke={1.6} aria-hidden />
      <FileButton
        multiple
        accept={accepted}
        resetRef={resetInput}
        inputProps={{ "aria-label": t("editor.images.upload") }}
        onChange={(files) => {
          // Allows choosing the same file again after a failure.
          resetInput.current?.();
          void onFiles(files);
        }}
      >
        {(props) => (
          <button type="button" className={images.upload} {...props}>
            {t("editor.images.upload")}
          </button>
        )}
      </FileButton>
      <span className={styles.quiet}>{t("editor.images.accepted")}</span>
      {uploads.map(({ key, name, share, failure, dismiss }) => (
        <div key={key} className={images.uploading} role={failure ? "alert" : "status"}>
          <span>
            {failure
              ? t("editor.images.refused", { name, why: failure })
              : t("editor.images.uploading", { name, percent: percent(share) })}
          </span>
          {failure ? (
            <CloseButton size="sm" aria-label={t("app.close")} onClick={dismiss} />
          ) : (
            <Gauge part={share} label={t("editor.images.progress")} />
          )}
        </div>
      ))}
    </li>
  );
}
