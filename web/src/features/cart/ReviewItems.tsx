import { useTranslation } from "react-i18next";
import { ItemTable } from "../orders/ItemTable.tsx";
import type { CartModel } from "./cart.model.ts";

/** The cart's items, displayed like those of an order. */
export function ReviewItems({ cart }: { cart: CartModel }) {
  const { t } = useTranslation();
  const vintages = cart.projects.flatMap((project) =>
    project.vintages.map((row) => ({
      key: `vintage-${row.vintageId}`,
      project,
      name: project.name,
      year: row.year,
      claim: row.claimType.id,
      creditType: row.creditType,
      expectedDelivery: row.expectedDelivery,
      tonnes: row.quantity,
      price: row.price,
      listPrice: row.listPrice,
      total: row.totalPrice,
    })),
  );
  const reports = cart.reports.map(({ reportId, name, price }) => ({
    key: `report-${reportId}`,
    name,
    price,
    total: price,
  }));
  return <ItemTable caption={t("cart.review.caption")} rows={[...vintages, ...reports]} />;
}
