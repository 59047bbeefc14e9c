import type { Project } from "@tonneline/contract/catalogue";
import { ActionIcon, Modal } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useOpenedAfterMount } from "../../ui/useLazyPanel.ts";
import styles from "./Gallery.module.css";
import "../../locales/en/projectPage.ts";

interface Props {
  images: Project["images"];
  /** Index of the picture shown. */
  chosen: number;
  opened: boolean;
  onTurn: (by: number) => void;
  onClose: () => void;
}

/** The pictures of a project, one at a time and as large as the screen allows. */
export function Lightbox({ images, chosen, opened, onTurn, onClose }: Props) {
  const { t } = useTranslation();
  const picture = images[chosen]!;
  const total = images.length;
  return (
    <Modal
      opened={useOpenedAfterMount(opened)}
      onClose={onClose}
      size="xl"
      title={t("projectPage.picture", { number: chosen + 1, total })}
      closeButtonProps={{ "aria-label": t("projectPage.closePictures") }}
      onKeyDown={(event) => {
        if (event.key === "ArrowLeft") onTurn(-1);
        if (event.key === "ArrowRight") onTurn(1);
      }}
    >
      <div className={styles.lightbox}>
        <img src={picture.urls.original} alt={picture.alt} />
      </div>
      {total > 1 && <TurnBar chosen={chosen} total={total} onTurn={onTurn} />}
    </Modal>
  );
}

/** The position of the shown picture, and buttons to its neighbours. */
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
