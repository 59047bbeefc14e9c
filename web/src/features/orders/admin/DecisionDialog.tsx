import { Textarea, TextInput } from "@mantine/core";
import type { OrderDecision } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { callFailures } from "../../../lib/failure.ts";
import { euros, today } from "../../../lib/format.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { BulkDialog } from "../../../ui/BulkDialog.tsx";
import { decidedSum, withChangedVat, type Decidable } from "./decisions.ts";
import { LimitReason } from "./LimitReason.tsx";
import { useDecision } from "./useDecision.ts";
import { VatChecks } from "./VatChecks.tsx";

interface Props {
  decision: OrderDecision;
  /** The orders on which the decision is possible. */
  orders: readonly Decidable[];
  onClose: (acted?: boolean) => void;
}

/** Approves, marks paid or rejects one order or many, with the fields that the decision needs. */
export function DecisionDialog({ decision, orders, onClose }: Props) {
  const { t } = useTranslation();
  const { above, checked, decided, hold, ...fields } = useDecision(decision, orders);
  const count = decided.length;
  const changed = withChangedVat(decided, decision).length;
  return (
    <BulkDialog
      title={t(`management.orders.dialog.${decision}`, { count, id: decided[0]?.id })}
      text={t(`management.orders.dialog.${decision}Text`, {
        count,
        company: decided[0]?.companyName,
        sum: euros(decidedSum(decided, decision)),
      })}
      rows={decided}
      idOf={({ id }) => id}
      rowLabel={fields.rowLabel}
      {...callFailures}
      confirm={t(`management.orders.${decision}`, { count })}
      danger={decision === "reject"}
      missing={fields.missing()}
      act={(order) => hold([order])}
      actOnMany={hold}
      onActed={() => {}}
      onClose={onClose}
    >
      {(submitted) => (
        <>
          {changed > 0 && (
            <Banner
              tone="info"
              title={t("management.orders.dialog.vatChanged", { count: changed })}
            />
          )}
          {checked.length > 0 && (
            <VatChecks
              orders={checked}
              canWait={orders.length > 1}
              submitted={submitted}
              {...fields.vat}
            />
          )}
          {(decision === "pay" || checked.length > 0) && (
            <TextInput
              type="date"
              w={200}
              label={t(`management.orders.dialog.${decision === "pay" ? "paidOn" : "checkedOn"}`)}
              max={today()}
              error={submitted && fields.dayIsWrong}
              value={fields.day}
              onChange={({ currentTarget }) => fields.setDay(currentTarget.value)}
            />
          )}
          {above.length > 0 && (
            <LimitReason orders={above} submitted={submitted} {...fields.limit} />
          )}
          {decision === "reject" && (
            <Textarea
              data-autofocus
              autosize
              minRows={3}
              maxLength={1000}
              label={t("management.orders.dialog.reason")}
              description={t("management.orders.dialog.reasonHelp")}
              error={submitted && fields.missing() !== undefined}
              value={fields.reason}
              onChange={({ currentTarget }) => fields.setReason(currentTarget.value)}
            />
          )}
        </>
      )}
    </BulkDialog>
  );
}
