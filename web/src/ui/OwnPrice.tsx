import { VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { euros } from "../lib/format.ts";
import styles from "./OwnPrice.module.css";

interface Props {
  /** In euros; null if the price is on request. Nothing is shown when undefined. */
  listPrice: number | null | undefined;
  /** It is the lowest of several prices. */
  isFrom?: boolean;
  /** For columns no wider than a price. */
  isNarrow?: boolean;
}

/** The catalogue price, shown below a price negotiated for the company. */
export function OwnPrice({ listPrice, isFrom = false, isNarrow = false }: Props) {
  const { t } = useTranslation();
  if (listPrice === undefined) return null;
  if (isNarrow && listPrice !== null) {
    return (
      <small className={styles.own} title={t("app.ownPrice.title")}>
        <VisuallyHidden>{t("app.ownPrice.list")} </VisuallyHidden>
        <s>{euros(listPrice)}</s>
      </small>
    );
  }
  return (
    <small className={styles.own}>
      {listPrice === null
        ? t("app.ownPrice.onRequest")
        : t(isFrom ? "app.ownPrice.from" : "app.ownPrice.of", { price: euros(listPrice) })}
    </small>
  );
}
