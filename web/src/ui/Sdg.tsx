import styles from "./Sdg.module.css";

// On these colours, white would have a contrast below 4.5:1.
const darkNumber = new Set([2, 3, 5, 6, 7, 9, 11, 12, 14, 15]);

const colour = (goal: number) => ({ "--g": `var(--sdg-${goal})` });

/** A large coloured tile with the goal's number; the goal's name is next to it. */
export function SdgTile({ goal }: { goal: number }) {
  const tone = darkNumber.has(goal) ? styles.dark : styles.light;
  return (
    <span className={`${styles.tile} ${tone}`} style={colour(goal)}>
      {goal}
    </span>
  );
}
