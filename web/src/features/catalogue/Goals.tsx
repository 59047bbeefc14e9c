import { useTranslation } from "react-i18next";
import { SdgTile } from "../../ui/Sdg.tsx";
import styles from "./Goals.module.css";
import { useGoalName } from "./useNames.ts";

/** The Sustainable Development Goals of a project by number and name. */
export function Goals({ goals }: { goals: number[] }) {
  const { t } = useTranslation();
  const goalName = useGoalName();
  return (
    <>
      <p className={styles.note}>{t("projectPage.goalsNote")}</p>
      <ul className={styles.goals}>
        {goals
          .toSorted((a, b) => a - b)
          .map((goal) => (
            <li key={goal} className={styles.goal}>
              <SdgTile goal={goal} />
              <span>{goalName(goal)}</span>
            </li>
          ))}
      </ul>
    </>
  );
}
