import { useTranslation } from "react-i18next";
import { tonnes } from "../../lib/format.ts";
import type { CartModel } from "./cart.model.ts";

/** Summarizes a cart's contents: its tonnes, or the number of reports if it has nothing else. */
export function useAmount({ totalCredits, reports }: CartModel): string {
  const { t } = useTranslation();
  const count = reports.length;
  return totalCredits > 0 || count === 0
    ? tonnes(totalCredits)
    : t("cart.reports.amount", { count });
}
