import { VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCheck, IconCircle } from "@tabler/icons-react";
import {
  minPasswordLength,
  passwordRequirements,
  type PasswordStrength,
} from "@tonneline/contract/accounts";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { usePasswordStrength } from "./accounts.queries.ts";
import styles from "./PasswordField.module.css";
import { SecretInput } from "../../ui/SecretInput.tsx";

const typingPauseMs = 250;
const steps = [1, 2, 3, 4] as const;

/** Returns the number of lit steps of the meter: a password that misses a requirement never gets beyond the first. */
export function litSteps({ score, requirements }: PasswordStrength): 1 | 2 | 3 | 4 {
  if (requirements.some(({ met }) => !met) || score <= 1) return 1;
  return Math.min(score, 4) as 2 | 3 | 4;
}

/** A field for choosing a password: a button to reveal it, a live meter of four steps and a word, and the requirements. */
export function PasswordField(
  props: Omit<ComponentProps<typeof SecretInput>, "value"> & {
    password: string;
    username: string;
  },
) {
  const { password, username, ...input } = props;
  const { t } = useTranslation();
  const [settled] = useDebouncedValue(password, typingPauseMs);
  const { data } = usePasswordStrength(settled, username);
  const strength = password === "" ? undefined : data;
  const lit = strength && litSteps(strength);
  const text = (requirement: (typeof passwordRequirements)[number]) =>
    t(`account.strength.${requirement}`, { minimum: minPasswordLength });
  return (
    <div>
      <SecretInput
        autoComplete="new-password"
        size="lg"
        // Read with the field; shown below the meter.
        description={passwordRequirements.map(text).join(", ")}
        descriptionProps={{ hidden: true }}
        {...input}
      />
      <div className={styles.meter} aria-hidden>
        {steps.map((step) => (
          <span key={step} className={lit && step <= lit ? styles[`lit${lit}`] : undefined} />
        ))}
      </div>
      <div className={styles.help}>
        <ul className={styles.requirements}>
          {passwordRequirements.map((requirement) => {
            const met = strength?.requirements.find(
              (each) => each.requirement === requirement,
            )?.met;
            const Icon = met ? IconCheck : IconCircle;
            return (
              <li key={requirement} className={met ? styles.met : undefined}>
                <Icon aria-hidden size={14} stroke={2} />
                {text(requirement)}
                {strength && (
                  <VisuallyHidden>
                    {t(met ? "account.strength.met" : "account.strength.missed")}
                  </VisuallyHidden>
                )}
              </li>
            );
          })}
        </ul>
        <b role="status" className={lit ? styles[`word${lit}`] : undefined}>
          {lit && t(`account.strength.word${lit}`)}
        </b>
      </div>
    </div>
  );
}
