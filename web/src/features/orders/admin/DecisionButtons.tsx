import { Button } from "@mantine/core";
import type { ManagedOrder, OrderDecision } from "@tonneline/contract/orders";
import type { OrderForecast } from "@tonneline/contract/orderDecisions";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { euros, tonnes } from "../../../lib/format.ts";
import { useOrderForecast } from "./admin.queries.ts";
import styles from "./admin.module.css";
import { decidable, decisionKeys } from "./decisions.ts";
import { useRecordKeys } from "../../../ui/useRecordKeys.ts";

const decisions = ["approve", "pay", "reject"] as const;

interface Props {
  order: ManagedOrder;
  /** The current operator's username. */
  operator: string;
  onDecide: (decision: OrderDecision, order: ManagedOrder) => void;
}

/** The possible decisions on an order, each with its effects. */
export function DecisionButtons({ order, operator, onDecide }: Props) {
  const { t } = useTranslation();
  const { data: forecast } = useOrderForecast(order);
  const possible = decisions.filter(
    (decision) => decidable([order], decision, operator).length > 0,
  );
  const hasKeys = useRecordKeys(
    Object.fromEntries(
      possible.map((decision) => [decisionKeys[decision], () => onDecide(decision, order)]),
    ),
  );
  if (possible.length === 0) return null;
  return (
    <div className={styles.decisions}>
      {possible.map((decision) => (
        <Button
          key={decision}
          className={styles.does}
          justify="flex-start"
          {...(decision === "reject" && { variant: "outline", color: "red.7" })}
          aria-keyshortcuts={hasKeys ? decisionKeys[decision] : undefined}
          onClick={() => onDecide(decision, order)}
        >
          <span>
            {t(`management.orders.one.${decision}`)}
            {hasKeys && <kbd aria-hidden>{decisionKeys[decision]}</kbd>}
          </span>
          <small>{forecast && consequence(t, decision, forecast)}</small>
        </Button>
      ))}
    </div>
  );
}

function consequence(t: TFunction, decision: OrderDecision, forecast: OrderForecast) {
  const { approve, pay, reject } = forecast;
  if (decision === "approve" && approve) {
    const { invoiceNumber: number, mailedTo } = approve;
    return t("forecast.approve", { number, to: mailedTo.join(", ") });
  }
  if (decision === "pay" && pay) {
    const sum = euros(pay.amount);
    return pay.tonnes > 0
      ? t("forecast.pay", { count: pay.tonnes, sum, tonnes: tonnes(pay.tonnes) })
      : t("forecast.payReport", { sum });
  }
  if (decision === "reject" && reject) {
    const { creditNoteNumber: number } = reject;
    const { tonnes: count } = reject;
    const back = count > 0 && t("forecast.back", { count, tonnes: tonnes(count) });
    const note = number && t("forecast.creditNote", { number });
    return [note, back].filter(Boolean).join(", ") || t("forecast.told");
  }
  return undefined;
}
