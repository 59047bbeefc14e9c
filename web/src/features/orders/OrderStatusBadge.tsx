import { IconCheck, IconClock, IconFileInvoice, IconX } from "@tabler/icons-react";
import type { OrderStatus } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

const looks = {
  AWAITING_APPROVAL: { tone: "wait", icon: IconClock },
  AWAITING_PAYMENT: { tone: "act", icon: IconFileInvoice },
  PAID: { tone: "done", icon: IconCheck },
  REJECTED: { tone: "stop", icon: IconX },
} as const;

export function OrderStatusBadge({ status, dense }: { status: OrderStatus; dense?: boolean }) {
  const { t } = useTranslation();
  return <StatusBadge {...looks[status]} label={t(`orders.status.${status}`)} dense={dense} />;
}
