import { useTranslation } from "react-i18next";
import { euros, percent } from "../../lib/format.ts";
import rows from "./rows.module.css";
import styles from "./summary.module.css";
import type { CartModel } from "./cart.model.ts";
import { useAmount } from "./useAmount.ts";

/** The total in the bottom bar of small screens. `busy`: it is outdated. */
export function StickySum({ cart, busy }: { cart: CartModel; busy: boolean }) {
  const { t } = useTranslation();
  const amount = useAmount(cart);
  return (
    <div className={busy ? rows.dim : undefined}>
      <div className={styles.stickySum}>{euros(cart.gross)}</div>
      <div className={rows.unit}>
        {amount}, {t(`cart.vat.with${cart.vatCategory}`, { percent: percent(cart.vatPercentage) })}
      </div>
    </div>
  );
}
