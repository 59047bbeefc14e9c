import { Modal, type ModalRootProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./DialogFrame.module.css";

interface Props extends Omit<ModalRootProps, "title"> {
  title: string;
  /** It cannot be closed by its cross. */
  fixed?: boolean;
}

/**
 * A dialog in the middle of the page. A screen reader reads out its title when it opens, and its `DialogText` if it has
 * one: of the library's own all that stands in it, fields and buttons too.
 */
export function DialogFrame({ title, fixed = false, children, ...root }: Props) {
  const { t } = useTranslation();
  return (
    <Modal.Root {...root}>
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <Modal.Header className={styles.header}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t("app.close")} disabled={fixed} />
        </Modal.Header>
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}

/** What a dialog is about, in a sentence or two: it is read out with the title. */
export function DialogText({ children }: { children: ReactNode }) {
  return (
    // The library names its body as the description.
    <Modal.Body className={styles.text}>
      <p>{children}</p>
    </Modal.Body>
  );
}
