import { Button } from "@mantine/core";
import { IconShoppingCart } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { euros, tonnes } from "../../lib/format.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { useNextFocus } from "../../ui/useNextFocus.ts";
import type { Shop } from "../catalogue/useShop.ts";
import { useMayNotBuy } from "../company/buying.queries.ts";
import styles from "./compare.module.css";

/** The selected tonnes, issued and expected apart, and the single button that puts them in the cart. */
export function SumRow({ shop, columns }: { shop: Shop; columns: number }) {
  const { t } = useTranslation();
  const mayNot = useMayNotBuy();
  const { sum, lines, note } = shop;
  const focus = useNextFocus<HTMLAnchorElement>();
  const tonnesOf = (type: "EX_POST" | "EX_ANTE") =>
    lines
      .filter(({ vintage, problem }) => vintage.creditType.id === type && !problem)
      .reduce((all, line) => all + line.tonnes, 0);
  const issued = tonnesOf("EX_POST");
  const expected = tonnesOf("EX_ANTE");
  const parts = [
    ...(issued > 0 || expected === 0 ? [t("compare.issued", { tonnes: tonnes(issued) })] : []),
    ...(expected > 0 ? [t("compare.expected", { tonnes: tonnes(expected) })] : []),
  ];
  if (mayNot)
    return (
      <tr>
        <td colSpan={columns + 1}>{t("projectPage.shop.mayNot")}</td>
      </tr>
    );
  return (
    <tr>
      <td colSpan={columns + 1}>
        <div className={styles.sum}>
          <div>
            <b aria-live="polite">{parts.join(", ")}</b>
            <span>{t("projectPage.shop.holdNote")}</span>
            {note && (
              <span className={styles.warning} role="alert">
                {t(`projectPage.shop.${note}`)}
              </span>
            )}
          </div>
          <div className={styles.total}>
            <b>{euros(sum.netCents / 100)}</b>
            <span>{t("projectPage.shop.netOfVat")}</span>
          </div>
          {shop.hasInCart && !shop.hasChanges ? (
            <Button size="lg" component={Link} to={paths.cart} ref={focus.fallback}>
              {t("projectPage.shop.goToCart")}
            </Button>
          ) : (
            <BusyButton
              size="lg"
              busy={shop.busy}
              leftSection={<IconShoppingCart size={20} stroke={1.6} aria-hidden />}
              onClick={() => {
                focus.rememberFocus();
                shop.submit();
              }}
            >
              {sum.tonnes > 0
                ? t("compare.put", { tonnes: tonnes(sum.tonnes) })
                : t("compare.putNone")}
            </BusyButton>
          )}
        </div>
      </td>
    </tr>
  );
}
