import styles from "./Sdg.module.css";

// On these colours white would be below 4.5:1.
const darkNumber = new Set([2, 3, 5, 6, 7, 9, 11, 12, 14, 15]);

const colour = (goal: number) => ({ "--g": `var(--sdg-${goal})` });

/** Small numbered tiles in a row, at most `max` and then "+n". `label` says them all; `nameOf` is the tooltip of one. */
export function SdgRow(props: {
  goals: readonly number[];
  max: number;
  label: string;
  nameOf: (goal: number) => string;
}) {
  const goals = props.goals.toSorted((a, b) => a - b);
  const shown = goals.slice(0, props.max);
  const more = goals.length - shown.length;
  if (goals.length === 0) return null;
  return (
    <span className={styles.row} role="img" aria-label={props.label}>
      {shown.map((goal) => (
        <span
          key={goal}
          className={styles.small}
          style={colour(goal)}
          title={`${goal}. ${props.nameOf(goal)}`}
        >
          {goal}
        </span>
      ))}
      {more > 0 && <span className={`${styles.small} ${styles.more}`}>+{more}</span>}
    </span>
  );
}

/** A large coloured tile with the goal's number; its name stands beside it. */
export function SdgTile({ goal }: { goal: number }) {
  const tone = darkNumber.has(goal) ? styles.dark : styles.light;
  return (
    <span className={`${styles.tile} ${tone}`} style={colour(goal)}>
      {goal}
    </span>
  );
}
