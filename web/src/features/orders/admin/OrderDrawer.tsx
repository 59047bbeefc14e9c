import { Button, Drawer, Skeleton } from "@mantine/core";
import type { ManagedOrder } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../../lib/failure.ts";
import { dateTime } from "../../../lib/format.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Timeline } from "../../../ui/Timeline.tsx";
import { OrderStatusBadge } from "../OrderStatusBadge.tsx";
import { Sums } from "../Sums.tsx";
import { useManagedOrder } from "./admin.queries.ts";
import styles from "./admin.module.css";
import { BuyerFacts } from "./BuyerFacts.tsx";
import { decidable, type Decision } from "./decisions.ts";
import { DrawerItems } from "./DrawerItems.tsx";

interface Props {
  /** "" while it is closed. */
  id: string;
  canWrite: boolean;
  onDecide: (decision: Decision, order: ManagedOrder) => void;
  onClose: () => void;
}

/** One order beside the list: what it is, who bought, what happened, and what can be decided. */
export function OrderDrawer({ id, canWrite, onDecide, onClose }: Props) {
  const { t } = useTranslation();
  const { data: order, error, refetch } = useManagedOrder(id);
  return (
    <Drawer
      opened={id !== ""}
      onClose={onClose}
      size="min(560px, 100vw)"
      classNames={{ title: styles.drawerTitle }}
      title={t("management.orders.drawer.title", { id })}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      {!order && !error && <Skeleton height={320} aria-label={t("app.loading")} />}
      {!order && error && (
        <ErrorState
          title={t("management.orders.drawer.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {order && (
        <div className={styles.drawer}>
          <div className={styles.actions}>
            <OrderStatusBadge status={order.status} />
            {canWrite &&
              (["approve", "pay", "reject"] as const)
                .filter((decision) => decidable([order], decision).length > 0)
                .map((decision) => (
                  <Button
                    key={decision}
                    size="sm"
                    {...(decision === "reject" && { variant: "outline", color: "red.7" })}
                    onClick={() => onDecide(decision, order)}
                  >
                    {t(`management.orders.one.${decision}`)}
                  </Button>
                ))}
          </div>
          <section>
            <h3>{t("management.orders.drawer.items")}</h3>
            <DrawerItems items={order.items} />
            <Sums
              sums={{
                totalCredits: order.totalCredits,
                net: order.totalPriceNet,
                vatAmount: order.vatAmount,
                vatPercentage: order.vatPercentage,
                vatCategory: order.vatCategory,
                gross: order.totalPriceGross,
              }}
              reports={
                order.items.filter(({ productType }) => productType === "DUE_DILIGENCE_REPORT")
                  .length
              }
            />
          </section>
          <section>
            <h3>{t("management.orders.drawer.buyer")}</h3>
            <BuyerFacts order={order} />
          </section>
          <section>
            <h3>{t("management.orders.drawer.history")}</h3>
            <Timeline steps={order.transitions.map((step) => stepOf(step))} />
          </section>
        </div>
      )}
    </Drawer>
  );

  function stepOf({ from, to, actor, reason, at }: ManagedOrder["transitions"][number]) {
    const who = actor ?? t("management.orders.drawer.system");
    const line = t("management.orders.drawer.by", { when: dateTime(at), who });
    return {
      tone: to === "REJECTED" ? ("stop" as const) : ("ok" as const),
      title: from === null ? t("management.orders.drawer.placed") : t(`orders.status.${to}`),
      text: reason ? `${line}: ${reason}` : line,
    };
  }
}
