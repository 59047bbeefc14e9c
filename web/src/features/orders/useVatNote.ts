import type { Order } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { euros, percent } from "../../lib/format.ts";

/**
 * Returns a sentence about a rate of VAT that has changed since an order was placed: what its invoice will have, or why it has
 * another total.
 */
export function useVatNote({
  changedVat,
  placedVatPercentage,
}: Partial<Pick<Order, "changedVat" | "placedVatPercentage">>): string | undefined {
  const { t } = useTranslation();
  if (changedVat) {
    const { vatPercentage, vatAmount, totalPriceGross } = changedVat;
    return t("orders.one.vatChanged", {
      percent: percent(vatPercentage),
      vat: euros(vatAmount),
      total: euros(totalPriceGross),
    });
  }
  if (typeof placedVatPercentage !== "number") return undefined;
  return t("orders.one.vatOfSupply", { percent: percent(placedVatPercentage) });
}
