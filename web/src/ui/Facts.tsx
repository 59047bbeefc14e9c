import { Fragment, type ReactNode } from "react";
import styles from "./Facts.module.css";

/** Name and value; a row without a value is left out. */
export type Fact = readonly [name: string, value: ReactNode];

/** What is known of a thing, a row a fact. `stacked`: the name above the value, for narrow columns. */
export function Facts({ facts, stacked = false }: { facts: readonly Fact[]; stacked?: boolean }) {
  return (
    <dl className={`${styles.facts} ${stacked ? styles.stacked : ""}`}>
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

/** A number or code, in letters that are told apart; nothing for nothing. */
export function code(text: string | null) {
  return text && <span className={styles.code}>{text}</span>;
}
