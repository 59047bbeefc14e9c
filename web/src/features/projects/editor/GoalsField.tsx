import { useController } from "react-hook-form";
import { Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import filters from "../../catalogue/filters.module.css";
import { useGoalName } from "../../catalogue/useNames.ts";
import styles from "./fields.module.css";
import type { ProjectFields } from "./form.ts";

const goals = Array.from({ length: 17 }, (_, index) => index + 1);

/** The seventeen goals as toggle buttons. */
export function GoalsField() {
  const { t } = useTranslation();
  const goalName = useGoalName();
  const { field } = useController<ProjectFields, "goals">({ name: "goals" });
  const toggle = (goal: number) =>
    field.onChange(
      field.value.includes(goal)
        ? field.value.filter((each) => each !== goal)
        : [...field.value, goal].toSorted((one, other) => one - other),
    );
  return (
    <fieldset className={`${styles.choice} ${styles.wide}`}>
      <legend className="field-label">{t("editor.fields.goals")}</legend>
      <div className={`${filters.goals} ${styles.goals}`}>
        {goals.map((goal) => {
          const name = t("catalogue.chips.sdg", { number: goal, name: goalName(goal) });
          return (
            <Tooltip key={goal} label={name}>
              <button
                type="button"
                ref={goal === 1 ? field.ref : undefined}
                aria-pressed={field.value.includes(goal)}
                aria-label={name}
                style={{ "--g": `var(--sdg-${goal})` }}
                onClick={() => toggle(goal)}
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
