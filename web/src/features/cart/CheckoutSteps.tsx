import { Link } from "@tanstack/react-router";
import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import styles from "./CheckoutSteps.module.css";

const steps = [
  { name: "cart", to: paths.cart },
  { name: "details", to: paths.paymentDetails },
  { name: "review", to: paths.checkout },
] as const;

/** The three steps to an order; completed ones are links. */
export function CheckoutSteps({ current }: { current: (typeof steps)[number]["name"] }) {
  const { t } = useTranslation();
  const at = steps.findIndex(({ name }) => name === current);
  return (
    <ol className={styles.steps} aria-label={t("cart.steps.label")}>
      {steps.map(({ name, to }, index) =>
        index < at ? (
          <li key={name} className={styles.done}>
            <Link to={to} activeOptions={{ exact: true }}>
              <span className={styles.dot}>
                <IconCheck size={14} stroke={2} aria-hidden />
              </span>
              <span className={styles.stepName}>{t(`cart.steps.${name}`)}</span>
            </Link>
          </li>
        ) : (
          <li key={name} aria-current={index === at ? "step" : undefined}>
            <span className={styles.dot} aria-hidden>
              {index + 1}
            </span>
            <span className={styles.stepName}>{t(`cart.steps.${name}`)}</span>
          </li>
        ),
      )}
    </ol>
  );
}
