import { useId, type ReactNode } from "react";
import styles from "./Panel.module.css";

/** A bordered section, such as a summary or part of a form, with its title as heading. */
export function Panel(props: {
  title: ReactNode;
  /** Placed to the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  const id = useId();
  return (
    <section className={`${styles.panel} ${props.className ?? ""}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {props.title}
        </h2>
        {props.aside}
      </header>
      <div className={styles.body}>{props.children}</div>
    </section>
  );
}
