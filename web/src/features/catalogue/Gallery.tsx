import type { Project } from "@tonneline/contract/catalogue";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { useCloseOnBack } from "../../ui/useCloseOnBack.ts";
import { useLazyPanel } from "../../ui/useLazyPanel.ts";
import { ProjectCover } from "./ProjectCover.tsx";
import styles from "./Gallery.module.css";

const Lightbox = lazyChunk(async () => ({ default: (await import("./Lightbox.tsx")).Lightbox }));

/** The cover of a project, or its pictures: the first one large, the others below it; all enlarge on a click. */
export function Gallery({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { images } = project;
  const [chosen, setChosen] = useState(0);
  const { opened, wasOpened, open, close } = useLazyPanel();
  useCloseOnBack(opened, close);
  const total = images.length;
  const picture = images[chosen];

  if (!picture)
    return (
      <div className={styles.picture}>
        <div className={styles.cover}>
          <ProjectCover project={project} size="large" eager />
        </div>
      </div>
    );

  const turn = (by: number) => setChosen((present) => (present + by + total) % total);
  return (
    <div className={styles.picture}>
      <button
        type="button"
        className={styles.cover}
        aria-label={t("projectPage.enlarge", { number: chosen + 1, total })}
        onClick={open}
      >
        <ProjectCover project={project} size="large" index={chosen} eager />
      </button>
      {total > 1 && (
        <div className={styles.thumbs} role="group" aria-label={t("projectPage.gallery")}>
          {images.map((image, index) => (
            <button
              key={image.imageId}
              type="button"
              aria-pressed={index === chosen}
              aria-label={t("projectPage.showPicture", { number: index + 1, total })}
              onClick={() => setChosen(index)}
            >
              <ProjectCover project={project} size="small" index={index} />
            </button>
          ))}
        </div>
      )}
      {wasOpened && (
        <Suspense>
          <Lightbox images={images} chosen={chosen} opened={opened} onTurn={turn} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
