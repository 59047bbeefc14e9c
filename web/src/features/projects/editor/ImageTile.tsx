import { TextInput } from "@mantine/core";
import type { ManagedImage } from "@tonneline/contract/projectMedia";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "../../../ui/isComposing.ts";
import { Gauge } from "../../../ui/Gauge.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import styles from "./images.module.css";
import { useEditor } from "./EditorContext.tsx";
import { RowButtons } from "./RowButtons.tsx";
import { useSaveOnBlur } from "./useSaveOnBlur.ts";

interface Props {
  image: ManagedImage;
  index: number;
  count: number;
  onMove: (to: number) => void;
  /** The picture at this index was dropped onto this one. */
  onMoveHere: (from: number) => void;
  onAlt: (alt: string) => void;
  onRemove: () => void;
}

const dragType = "application/x-image-place";
const sizes = 4;

/** One picture: its alternative text, its position, and the progress while its sizes are being generated. */
export function ImageTile(props: Props) {
  const { image, index, count, onMove, onMoveHere, onAlt, onRemove } = props;
  const { t } = useTranslation();
  const { canWrite } = useEditor();
  const [isAsking, setIsAsking] = useState(false);
  const name = t("editor.images.row", { number: index + 1 });
  return (
    <li
      className={styles.image}
      draggable={canWrite}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(dragType, String(index))}
      onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
      onDrop={(event) => {
        const from = event.dataTransfer.getData(dragType);
        if (from === "") return;
        event.preventDefault();
        onMoveHere(Number(from));
      }}
    >
      <Picture image={image} isCover={index === 0} />
      <AltField image={image} index={index} onAlt={onAlt} />
      {canWrite && (
        <RowButtons
          name={name}
          index={index}
          count={count}
          onMove={onMove}
          onRemove={() => setIsAsking(true)}
        />
      )}
      {isAsking && (
        <ActionDialog
          title={t("editor.images.removeTitle")}
          text={t("editor.images.removeText", { name: image.alt || image.fileName })}
          confirm={t("editor.images.removeConfirm")}
          danger
          busy={false}
          failure={undefined}
          onConfirm={() => {
            setIsAsking(false);
            onRemove();
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </li>
  );
}

function Picture({ image, isCover }: { image: ManagedImage; isCover: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={styles.picture}>
      {image.urls && <img src={image.urls.small} alt={image.alt} loading="lazy" />}
      {isCover && (
        <span className={styles.cover}>
          <Tag label={t("editor.images.cover")} />
        </span>
      )}
      {image.status === "PENDING" && (
        <span className={styles.making} role="status">
          {t("editor.images.making", { done: image.sizesReady, total: sizes })}
          <Gauge part={image.sizesReady / sizes} label={t("editor.images.progress")} />
        </span>
      )}
      {image.status === "FAILED" && (
        <span className={styles.making} role="alert">
          {t("editor.images.broken", { name: image.fileName })}
        </span>
      )}
    </div>
  );
}

/** The picture's alternative text; saved on blur. */
function AltField({ image, index, onAlt }: Pick<Props, "image" | "index" | "onAlt">) {
  const { t } = useTranslation();
  const alt = useSaveOnBlur(image.alt, onAlt);
  return (
    <TextInput
      size="sm"
      label={t("editor.images.alt", { number: index + 1 })}
      placeholder={t("editor.images.altHelp")}
      maxLength={300}
      {...alt}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
        // Otherwise the whole form would be saved.
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}
