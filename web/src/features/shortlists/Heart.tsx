import { IconHeart, IconHeartFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./heart.module.css";
import { useHeart, type HeartOptions } from "./useHeart.ts";
import "../../locales/en/hearts.ts";

/** The button on a project's picture that adds it to a shortlist. */
export function Heart(props: HeartOptions) {
  const { t } = useTranslation();
  const { isOn, toggle } = useHeart(props);
  const Icon = isOn ? IconHeartFilled : IconHeart;
  return (
    <button
      type="button"
      className={isOn ? `${styles.heart} ${styles.on}` : styles.heart}
      aria-pressed={isOn}
      aria-label={t("hearts.heart", { name: props.project.name })}
      onClick={toggle}
    >
      <Icon size={18} stroke={1.8} aria-hidden />
    </button>
  );
}
