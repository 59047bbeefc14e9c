import { VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { euros } from "../lib/format.ts";
import styles from "./OwnPrice.module.css";

interface Props {
  /** In euros, null on request; without one nothing is shown. */
  listPrice: number | null | undefined;
  /** It is the lowest of several prices. */
  isFrom?: boolean;
  /** In a column as wide as a price. */
  isNarrow?: boolean;
}

/** Below a price that is the company's own: that of the catalogue. */
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
