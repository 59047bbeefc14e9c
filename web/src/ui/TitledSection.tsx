import { useId, type ReactNode } from "react";
import styles from "./TitledSection.module.css";

/** A section of a settings page: its description beside the fields, or above them on narrow screens. */
export function TitledSection(props: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header>
        <h2 id={id} className={styles.title}>
          {props.title}
        </h2>
        <p className={styles.text}>{props.text}</p>
      </header>
      <div className={styles.content}>{props.children}</div>
    </section>
  );
}
