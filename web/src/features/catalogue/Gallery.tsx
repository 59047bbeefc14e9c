import type { Project } from "@tonneline/contract/catalogue";
import { ActionIcon, Modal } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClosedByBack } from "../../ui/useClosedByBack.ts";
import { ProjectCover } from "./ProjectCover.tsx";
import styles from "./Gallery.module.css";

/** The cover of a project, or its pictures: the first one large, the others under it, all of them enlarged on a click. */
export function Gallery({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { images } = project;
  const [chosen, setChosen] = useState(0);
  const [enlarged, setEnlarged] = useState(false);
  useClosedByBack(enlarged, () => setEnlarged(false));
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
        onClick={() => setEnlarged(true)}
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
      <Modal
        opened={enlarged}
        onClose={() => setEnlarged(false)}
        size="xl"
        title={t("projectPage.picture", { number: chosen + 1, total })}
        closeButtonProps={{ "aria-label": t("projectPage.closePictures") }}
        onKeyDown={(event) => {
          if (event.key === "ArrowLeft") turn(-1);
          if (event.key === "ArrowRight") turn(1);
        }}
      >
        <div className={styles.lightbox}>
          <img src={picture.urls.original} alt={picture.alt} />
        </div>
        {total > 1 && <TurnBar chosen={chosen} total={total} onTurn={turn} />}
      </Modal>
    </div>
  );
}

/** Which picture is seen, and the way to its neighbours. */
function TurnBar(props: { chosen: number; total: number; onTurn: (by: number) => void }) {
  const { t } = useTranslation();
  const { chosen, total, onTurn } = props;
  return (
    <div className={styles.lightboxBar}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t("projectPage.previousPicture")}
        onClick={() => onTurn(-1)}
      >
        <IconChevronLeft size={20} stroke={1.6} />
      </ActionIcon>
      <span>{t("projectPage.picture", { number: chosen + 1, total })}</span>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t("projectPage.nextPicture")}
        onClick={() => onTurn(1)}
      >
        <IconChevronRight size={20} stroke={1.6} />
      </ActionIcon>
    </div>
  );
}
