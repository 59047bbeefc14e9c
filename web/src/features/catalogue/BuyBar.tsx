import { Button } from "@mantine/core";
import { IconShoppingCart } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { euros, tonnes } from "../../lib/format.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { useNextFocus } from "../../ui/useNextFocus.ts";
import { useMayNotBuy } from "../company/buying.queries.ts";
import styles from "./shop.module.css";
import type { Shop } from "./useShop.ts";

interface Props {
  shop: Shop;
  /** Below the table on wide screens, at the bottom of the screen on narrow ones. */
  place: "table" | "screen";
}

/** The selected tonnes, their price, and the single button that puts them in the cart. */
export function BuyBar({ shop, place }: Props) {
  const { t } = useTranslation();
  const mayNot = useMayNotBuy();
  const { sum, note } = shop;
  const focus = useNextFocus<HTMLAnchorElement>();
  if (mayNot)
    return place === "table" && <p className={styles.mayNot}>{t("projectPage.shop.mayNot")}</p>;
  const toCart = shop.hasInCart && !shop.hasChanges;
  const selected = t("projectPage.shop.selected", { tonnes: tonnes(sum.tonnes) });
  const warning = note ? t(`projectPage.shop.${note}`) : undefined;
  return (
    <div className={place === "table" ? styles.bar : styles.screenBar}>
      {place === "table" && (
        <div className={styles.barText}>
          <b aria-live="polite">{selected}</b>
          <span>
            {shop.cartFailed ? t("projectPage.shop.cartFailed") : t("projectPage.shop.holdNote")}
          </span>
          {warning && (
            <span className={styles.warning} role="alert">
              {warning}
            </span>
          )}
        </div>
      )}
      <div className={styles.sum}>
        {place === "screen" && sum.tonnes === 0 ? (
          <span className={styles.unit}>{warning ?? t("projectPage.shop.selectedNet.none")}</span>
        ) : (
          <>
            <b>{euros(sum.netCents / 100)}</b>
            <span className={styles.unit}>
              {place === "table"
                ? t("projectPage.shop.netOfVat")
                : (warning ??
                  t("projectPage.shop.selectedNet.some", { tonnes: tonnes(sum.tonnes) }))}
            </span>
          </>
        )}
      </div>
      {toCart ? (
        <Button size="lg" component={Link} to={paths.cart} ref={focus.fallback}>
          {t("projectPage.shop.goToCart")}
        </Button>
      ) : (
        <BusyButton
          size="lg"
          leftSection={<IconShoppingCart size={20} stroke={1.6} aria-hidden />}
          busy={shop.busy}
          onClick={() => {
            focus.rememberFocus();
            shop.submit();
          }}
        >
          {shop.hasInCart ? t("projectPage.shop.update") : t("projectPage.shop.add")}
        </BusyButton>
      )}
    </div>
  );
}
