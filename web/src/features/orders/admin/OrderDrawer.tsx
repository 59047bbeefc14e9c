import type { ManagedOrder, OrderDecision } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { recordFailure } from "../../../lib/failure.ts";
import { dateTime, euros } from "../../../lib/format.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { RecordDrawer } from "../../../ui/RecordDrawer.tsx";
import type { Neighbours } from "../../../ui/RecordSteps.tsx";
import { ChangedMeanwhile } from "../../records/ChangedMeanwhile.tsx";
import { RecordTrail } from "../../records/RecordTrail.tsx";
import { RecordVisitors } from "../../records/RecordVisitors.tsx";
import { Timeline } from "../../../ui/Timeline.tsx";
import { Documents, hasDocuments } from "../Documents.tsx";
import styles from "../Files.module.css";
import { OrderStatusBadge } from "../OrderStatusBadge.tsx";
import { useManagedOrder } from "./admin.queries.ts";
import { BuyerFacts } from "./BuyerFacts.tsx";
import { Corrections } from "./Corrections.tsx";
import { DecisionButtons } from "./DecisionButtons.tsx";
import { ownWaiting, stepOf } from "./decisions.ts";
import { DrawerItems } from "./DrawerItems.tsx";
import { EInvoiceGap } from "./EInvoiceGap.tsx";
import { Money } from "./Money.tsx";
import "../../../locales/en/forecast.ts";

interface Props {
  /** "" while closed. */
  id: string;
  canWrite: boolean;
  /** The current operator's username. */
  operator: string;
  onDecide: (decision: OrderDecision, order: ManagedOrder) => void;
  around: Neighbours | undefined;
  onClose: () => void;
}

/** One order beside the list: its details, buyer, history and possible decisions. */
export function OrderDrawer({ id, canWrite, operator, onDecide, onClose, around }: Props) {
  const { t } = useTranslation();
  const record = useManagedOrder(id);
  const { data: order } = record;
  return (
    <RecordDrawer
      title={t("management.orders.drawer.title", { id })}
      opened={id !== ""}
      onClose={onClose}
      neighbours={around}
      failure={recordFailure(record, {
        failed: t("management.orders.drawer.failed"),
        missing: t("records.missing.order", { id }),
      })}
      actions={
        order && (
          <>
            <OrderStatusBadge status={order.status} />
            {canWrite && <DecisionButtons order={order} operator={operator} onDecide={onDecide} />}
          </>
        )
      }
    >
      {order && <OrderRecord order={order} canWrite={canWrite} operator={operator} />}
    </RecordDrawer>
  );
}

type RecordProps = Pick<Props, "canWrite" | "operator"> & { order: ManagedOrder };

/** The content of the drawer: what to know first, the items and the buyer, payments and documents. */
function OrderRecord({ order, canWrite, operator }: RecordProps) {
  const { t } = useTranslation();
  return (
    <>
      <RecordVisitors type="order" id={order.id} />
      <ChangedMeanwhile
        key={`changed ${order.id}`}
        steps={order.transitions}
        operator={operator}
        say={(step, who) => t(`forecast.meanwhile.${stepOf(step)}`, who)}
      />
      {canWrite && ownWaiting([order], operator).length > 0 && (
        <Banner tone="info" title={t("management.orders.drawer.own")} />
      )}
      {order.overLimit && (
        <Banner tone="warn" title={t("companies.overLimit.drawer")}>
          {t("companies.overLimit.drawerText", {
            name: order.companyName,
            owed: euros(order.overLimit.owed),
            limit: euros(order.overLimit.limit),
          })}
        </Banner>
      )}
      <section>
        <h3>{t("management.orders.drawer.items")}</h3>
        <DrawerItems order={order} />
      </section>
      <section>
        <h3>{t("management.orders.drawer.buyer")}</h3>
        <BuyerFacts order={order} />
        <EInvoiceGap order={order} />
      </section>
      <Money order={order} canWrite={canWrite && order.username !== operator} />
      <Corrections order={order} canWrite={canWrite && order.username !== operator} />
      {hasDocuments(order) && (
        <section>
          <h3>{t("orders.one.files")}</h3>
          <ul className={styles.files}>
            <Documents order={order} reader="operator" />
          </ul>
        </section>
      )}
      <RecordTrail key={order.id} type="order" id={order.id} canWrite={canWrite} />
      <History transitions={order.transitions} />
    </>
  );
}

/** The transitions of an order and who made them, oldest first. */
function History({ transitions }: Pick<ManagedOrder, "transitions">) {
  const { t } = useTranslation();
  const steps = transitions.map(({ from, to, actorName, reason, at }) => {
    const who = actorName ?? t("management.orders.drawer.system");
    const line = t("management.orders.drawer.by", { when: dateTime(at), who });
    return {
      tone: to === "REJECTED" ? ("stop" as const) : ("ok" as const),
      title: from === null ? t("management.orders.drawer.placed") : t(`orders.status.${to}`),
      text: reason ? `${line}: ${reason}` : line,
    };
  });
  return (
    <section>
      <h3>{t("management.orders.drawer.history")}</h3>
      <Timeline steps={steps} />
    </section>
  );
}
