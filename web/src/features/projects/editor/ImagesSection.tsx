import { CloseButton } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../../lib/failure.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import styles from "./editor.module.css";
import pictures from "./images.module.css";
import { chosenImages, nameOf, useChosenImages } from "./chosenImages.ts";
import { useEditor } from "./EditorContext.tsx";
import { useImages } from "./editor.queries.ts";
import { ImageTile } from "./ImageTile.tsx";
import { Section } from "./Section.tsx";
import { UploadTile } from "./UploadTile.tsx";
import { useImageActions } from "./useImageActions.ts";

/** The pictures of a project; each change is saved at once. */
export function ImagesSection() {
  const { t } = useTranslation();
  const { canWrite, projectId } = useEditor();
  return (
    <Section
      id="images"
      aside={
        projectId !== undefined &&
        canWrite && <span className={styles.quiet}>{t("editor.images.hint")}</span>
      }
    >
      {projectId === undefined ? <ChosenImages /> : <Images projectId={projectId} />}
    </Section>
  );
}

/** The pictures of a project that is not saved yet. */
function ChosenImages() {
  const { t } = useTranslation();
  const files = useChosenImages();
  return (
    <>
      <ul className={pictures.images}>
        {files.map((file) => (
          <li key={nameOf(file)} className={pictures.chosen}>
            <span>{file.name}</span>
            <CloseButton
              size="sm"
              aria-label={t("editor.images.giveUp", { name: file.name })}
              onClick={() => chosenImages.remove(file)}
            />
          </li>
        ))}
        <UploadTile uploads={[]} onFiles={async (more) => chosenImages.add(more)} />
      </ul>
      <p className={styles.quiet}>{t("editor.images.later")}</p>
    </>
  );
}

function Images({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const { canWrite } = useEditor();
  const images = useImages(projectId);
  const actions = useImageActions(projectId, images.data?.content ?? []);
  const { upload } = actions;
  useEffect(() => {
    void upload(chosenImages.take(projectId));
    // Runs once: taking the chosen files also removes them.
  }, [projectId]);
  if (images.isError && !images.data)
    return (
      <ErrorState
        title={t("editor.images.failed")}
        {...failureOf(images.error)}
        onRetry={() => void images.refetch()}
      />
    );
  return (
    <>
      <ul className={pictures.images}>
        {images.data?.content.map((image, index, all) => (
          <ImageTile
            key={image.imageId}
            image={image}
            index={index}
            count={all.length}
            onMove={(to) => actions.move(index, to)}
            onMoveHere={(from) => actions.move(from, index)}
            onAlt={(alt) => actions.describe(image.imageId, alt)}
            onRemove={() => actions.remove(image.imageId)}
          />
        ))}
        {canWrite && <UploadTile uploads={actions.uploads} onFiles={actions.upload} />}
      </ul>
      {images.data?.content.length === 0 && (
        <p className={styles.quiet}>{t("editor.images.none")}</p>
      )}
    </>
  );
}
