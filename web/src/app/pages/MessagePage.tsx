import { Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../paths.ts";
import styles from "./MessagePage.module.css";

/** A page that says one thing, with the way back to the marketplace. */
export function MessagePage(props: { title: string; text?: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.message}>
      <span className={styles.tile}>
        <IconAlertCircle aria-hidden size={24} stroke={1.6} />
      </span>
      <h1>{props.title}</h1>
      {props.text && <p className={styles.text}>{props.text}</p>}
      <Button component={Link} to={paths.spot} size="md" className={styles.action}>
        {t("app.error.toMarketplace")}
      </Button>
    </div>
  );
}
