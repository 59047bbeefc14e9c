import { Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import styles from "./MessagePage.module.css";

interface Props {
  title: string;
  text: ReactNode;
  /** Replaces the link to the marketplace. */
  action?: ReactNode;
  /** Small print at the end. */
  note?: ReactNode;
}

/** A page with a single message and one way to continue. */
export function MessagePage({ title, text, action, note }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.message}>
      <span className={styles.tile}>
        <IconAlertCircle aria-hidden size={20} stroke={1.6} />
      </span>
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      <div className={styles.action}>
        {action ?? (
          <Button component={Link} to={paths.spot} size="lg">
            {t("app.error.toMarketplace")}
          </Button>
        )}
      </div>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
