import { useTranslation } from "react-i18next";
import { tonnes } from "../../lib/format.ts";
import type { CartModel } from "./cart.model.ts";

/** How much a cart holds in a word: its tonnes, or its reports when it has nothing else. */
export function useAmount({ totalCredits, reports }: CartModel): string {
  const { t } = useTranslation();
  const count = reports.length;
  return totalCredits > 0 || count === 0
    ? tonnes(totalCredits)
    : t("cart.reports.amount", { count });
}
