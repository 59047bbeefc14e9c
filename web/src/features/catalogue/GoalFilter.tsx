import { Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import { toggled } from "./catalogue.search.ts";
import type { ProjectSearch } from "./catalogue.search.ts";
import type { Choice } from "./filters.ts";
import styles from "./filters.module.css";
import { useGoalName } from "./useNames.ts";
import type { ChangeSearch } from "./useProjectSearch.ts";

const goals = Array.from({ length: 17 }, (_, index) => index + 1);

interface Props {
  search: ProjectSearch;
  change: ChangeSearch;
  choices: Choice<number>[];
}

/** The seventeen goals as toggle buttons. */
export function GoalFilter({ search, change, choices }: Props) {
  const { t } = useTranslation();
  const goalName = useGoalName();
  return (
    <fieldset className={styles.group}>
      <legend>{t("catalogue.filters.sdg")}</legend>
      <div className={styles.goals}>
        {goals.map((goal) => {
          const count = choices.find((choice) => choice.id === goal)?.count ?? 0;
          const pressed = search.sdg.includes(goal);
          const name = t("catalogue.filters.optionCount", {
            count,
            total: whole(count),
            name: t("catalogue.chips.sdg", { number: goal, name: goalName(goal) }),
          });
          return (
            <Tooltip key={goal} label={name}>
              <button
                type="button"
                aria-pressed={pressed}
                aria-label={name}
                className={count === 0 && !pressed ? styles.none : undefined}
                style={{ "--g": `var(--sdg-${goal})` }}
                onClick={() => change((present) => toggled(present, "sdg", goal))}
              >
                {goal}
              </button>
            </Tooltip>
          );
        })}
      </div>
    </fieldset>
  );
}
