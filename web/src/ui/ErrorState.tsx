import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./ErrorState.module.css";
import { useRetryFocus } from "./useRetryFocus.ts";

/** A part of the page that failed: what failed, why, and a retry button. `requestId` is the reference for support. */
export function ErrorState(props: {
  title: ReactNode;
  text?: ReactNode;
  requestId?: string;
  onRetry?: () => void;
  /** Where to go when a retry does not help. */
  back?: { label: string; to: string };
  /** It fills the whole page, so its title is the page's heading. */
  isPage?: boolean;
}) {
  const { t } = useTranslation();
  const { button, rememberFocus } = useRetryFocus(props.title);
  const Title = props.isPage ? "h1" : "h2";
  return (
    <div className={styles.error} role="alert">
      <IconAlertCircle size={24} stroke={1.6} aria-hidden className={styles.icon} />
      <Title className={styles.title}>{props.title}</Title>
      {props.text && <p>{props.text}</p>}
      {props.onRetry && (
        <Button
          ref={button}
          variant="default"
          onClick={() => {
            rememberFocus();
            props.onRetry?.();
          }}
        >
          {t("app.error.tryAgain")}
        </Button>
      )}
      {props.back && <Link to={props.back.to}>{props.back.label}</Link>}
      {props.requestId && (
        <p className={styles.id}>{t("app.error.requestId", { id: props.requestId })}</p>
      )}
    </div>
  );
}
