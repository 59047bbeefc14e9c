import { Button } from "@mantine/core";
import { IconHeart, IconHeartFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./ShortlistButton.module.css";
import { useHeart, type HeartOptions } from "./useHeart.ts";
import "../../locales/en/hearts.ts";

/** The button on a project's page that adds it to a shortlist, then names the list. */
export function ShortlistButton(props: HeartOptions) {
  const { t } = useTranslation();
  const { isOn, list, toggle } = useHeart(props);
  const Icon = isOn ? IconHeartFilled : IconHeart;
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} stroke={1.8} aria-hidden />}
      aria-pressed={isOn}
      onClick={toggle}
    >
      <span className={styles.kept} title={isOn ? list : undefined}>
        {isOn && list ? t("hearts.keptIn", { list }) : t("hearts.keep")}
      </span>
    </Button>
  );
}
