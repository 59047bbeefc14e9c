import { Fragment, type ReactNode } from "react";
import styles from "./Facts.module.css";

/** Name and value; a fact without a value is left out. */
export type Fact = readonly [name: string, value: ReactNode];

interface Props {
  facts: readonly Fact[];
  /** `stacked` places the name above the value, for narrow columns; `figures` aligns amounts at the right. */
  look?: "stacked" | "figures";
}

/** A description list, one row per fact. */
export function Facts({ facts, look }: Props) {
  return (
    <dl className={look ? `${styles.facts} ${styles[look]}` : styles.facts}>
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

/** Renders a number or code in a font with unambiguous characters; returns null or "" as they are. */
export function code(text: string | null) {
  return (
    text && (
      <span className={styles.code} translate="no">
        {text}
      </span>
    )
  );
}
