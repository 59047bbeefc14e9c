import type { OrderStatus } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { orderLooks } from "../../ui/statusLooks.ts";

/** The status of an order, in the same words and colours for buyers and operators. */
export function OrderStatusBadge({ status, dense }: { status: OrderStatus; dense?: boolean }) {
  const { t } = useTranslation();
  return <StatusBadge {...orderLooks[status]} label={t(`orders.status.${status}`)} dense={dense} />;
}
