import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import drawing from "./empty.svg";
import styles from "./EmptyState.module.css";
import { useRetryFocus } from "./useRetryFocus.ts";

/** An empty state: an illustration, a sentence, and the one useful action. */
export function EmptyState(props: {
  title: ReactNode;
  text?: ReactNode;
  /** It fills the whole page, so its title is the page's heading. */
  isPage?: boolean;
  action?: { label: string; to: string } | { label: string; onClick: () => void };
}) {
  const { title, text, action, isPage = false } = props;
  // Actions such as "Show all" disappear once they have run.
  const { button, rememberFocus } = useRetryFocus(title);
  const Title = isPage ? "h1" : "h2";
  return (
    <div className={styles.empty}>
      <img src={drawing} alt="" width={168} height={90} />
      <Title className={styles.title}>{title}</Title>
      {text && <p className={styles.text}>{text}</p>}
      {action &&
        ("to" in action ? (
          <Button component={Link} to={action.to}>
            {action.label}
          </Button>
        ) : (
          <Button
            ref={button}
            onClick={() => {
              rememberFocus();
              action.onClick();
            }}
          >
            {action.label}
          </Button>
        ))}
    </div>
  );
}
