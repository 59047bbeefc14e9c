import { IconClock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { CartVintage } from "./cart.model.ts";
import { holdAt } from "./hold.ts";
import styles from "./rows.module.css";
import { useNow } from "../../lib/useNow.ts";

/**
 * The time left of a row's hold, amber with "Hold again" when it is running out, then the consequence once it has
 * expired.
 */
export function HoldLine({ row, onRenewHold }: { row: CartVintage; onRenewHold: () => void }) {
  const { t } = useTranslation();
  const hold = holdAt(row.reservedTo, useNow());
  const { year, projectName: project } = row;
  const tone = hold.state === "held" ? "" : styles[hold.state];
  return (
    <div className={`${styles.hold} ${tone}`}>
      <span className={styles.holdText}>
        <IconClock size={14} stroke={2} aria-hidden />
        {hold.state === "gone" ? t("cart.hold.gone") : t("cart.hold.held", { count: hold.minutes })}
      </span>
      {hold.state !== "held" && (
        <button
          type="button"
          className={styles.linkButton}
          aria-label={t("cart.hold.againLabel", { year, project })}
          onClick={onRenewHold}
        >
          {t("cart.hold.again")}
        </button>
      )}
    </div>
  );
}
