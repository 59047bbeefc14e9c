import { ActionIcon } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { creditTypeText } from "@tonneline/contract/delivery";
import { useTranslation } from "react-i18next";
import { isRefusal, refusalText } from "../../lib/api.ts";
import { euros, whole } from "../../lib/format.ts";

import { QuantityInput } from "../../ui/QuantityInput.tsx";
import { Tag } from "../../ui/Tag.tsx";
import type { CartVintage } from "./cart.model.ts";
import { HoldLine } from "./HoldLine.tsx";
import { useQuantityField, type QuantityProblem } from "./quantityField.ts";
import { OwnPrice } from "../../ui/OwnPrice.tsx";
import styles from "./rows.module.css";

interface Props {
  row: CartVintage;
  onRemove: () => void;
}

/** One vintage: its facts and hold, the editable tonnes, price and total. */
export function VintageRow({ row, onRemove }: Props) {
  const { t } = useTranslation();
  const field = useQuantityField(row, onRemove);
  const names = { year: row.year, project: row.projectName };
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <div className={styles.year}>
          {row.year}{" "}
          <Tag
            dashed={row.creditType === "EX_ANTE"}
            label={creditTypeText(row.creditType, row.expectedDelivery)}
          />
        </div>
        <div className={styles.claim}>{row.claimType.name}</div>
        {row.purchasable ? (
          <HoldLine row={row} onRenewHold={field.renewHold} />
        ) : (
          <div className={`${styles.hold} ${styles.off}`}>{t("cart.row.notPurchasable")}</div>
        )}
      </div>
      <QuantityInput
        label={t("cart.row.quantity", names)}
        value={field.text}
        onChange={field.change}
        onFocus={field.enter}
        onBlur={field.leave}
        onEnter={field.commit}
        error={field.problem && <ProblemText problem={field.problem} onUse={field.useAvailable} />}
      />
      <div className={styles.price}>
        {euros(row.price)}
        <div className={styles.unit}>{t("cart.row.perTonne")}</div>
        <OwnPrice listPrice={row.listPrice} />
      </div>
      <div className={styles.total}>{euros(row.totalPrice)}</div>
      <ActionIcon
        className={styles.remove}
        variant="subtle"
        color="navy"
        aria-label={t("cart.row.remove", names)}
        onClick={onRemove}
      >
        <IconTrash size={16} stroke={1.8} />
      </ActionIcon>
    </li>
  );
}

/** Why the quantity was not saved; if fewer credits are left, with a button that takes those. */
function ProblemText({
  problem,
  onUse,
}: {
  problem: QuantityProblem;
  onUse: (credits: number) => void;
}) {
  const { t } = useTranslation();
  if (problem.kind === "notWhole") return t("cart.row.notWhole");
  const { error } = problem;
  if (!isRefusal(error, "INSUFFICIENT_CREDITS")) return refusalText(error);
  const { available: left = 0 } = error.problem;
  if (left === 0) return t("cart.row.noneLeft");
  return (
    <>
      {t("cart.row.tooMany", { left: whole(left) })}{" "}
      <button type="button" className={styles.linkButton} onClick={() => onUse(left)}>
        {t("cart.row.use", { left: whole(left) })}
      </button>
    </>
  );
}
