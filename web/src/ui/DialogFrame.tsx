import { Modal, type ModalRootProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./DialogFrame.module.css";

interface Props extends Omit<ModalRootProps, "title"> {
  title: string;
  /** Hides the close button. */
  fixed?: boolean;
}

/**
 * A dialog in the middle of the page. Screen readers announce its title when it opens, and its `DialogText` if it has
 * one. The library's own dialog would announce its whole content, including fields and buttons.
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

/** A sentence or two on the purpose of a dialog, announced with its title. */
export function DialogText({ children }: { children: ReactNode }) {
  return (
    // The library references its body in `aria-describedby`.
    <Modal.Body className={styles.text}>
      <p>{children}</p>
    </Modal.Body>
  );
}
