import { Textarea, TextInput } from "@mantine/core";
import { approveOrder, payOrder, rejectOrder, vatCheckResults } from "@tonneline/contract/orders";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api.ts";
import { instantOfDay } from "../../../lib/days.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { euros, today } from "../../../lib/format.ts";
import { BulkDialog } from "../../../ui/BulkDialog.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { useRefreshOrders } from "./admin.queries.ts";
import { sumOf, toCheck, type Decidable, type Decision } from "./decisions.ts";

type CheckResult = (typeof vatCheckResults)[number];

interface Props {
  decision: Decision;
  /** Those that the decision can be taken on. */
  orders: readonly Decidable[];
  onClose: () => void;
}

/** Approve, mark paid or reject, one order or many, with what the decision has to say. */
export function DecisionDialog({ decision, orders, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefreshOrders();
  const [day, setDay] = useState(today());
  const [reason, setReason] = useState("");
  const [checks, setChecks] = useState<Record<number, CheckResult>>({});
  const checked = toCheck(orders, decision);
  const count = orders.length;

  function act({ id }: Decidable) {
    const params = { id: String(id) };
    if (decision === "pay") return call(payOrder, { params, body: { paidAt: instantOfDay(day) } });
    if (decision === "reject") return call(rejectOrder, { params, body: { reason } });
    const result = checks[id];
    return call(approveOrder, { params, body: result ? { vatCheck: { result, on: day } } : {} });
  }

  function missing(): string | undefined {
    const dated = decision === "pay" || checked.length > 0;
    if (dated && (!day || day > today())) return t("management.orders.dialog.dateMissing");
    if (decision === "reject" && reason.trim().length < 3)
      return t("management.orders.dialog.reasonMissing");
    if (checked.some(({ id }) => !checks[id])) return t("management.orders.dialog.checkMissing");
    return undefined;
  }

  return (
    <BulkDialog
      title={t(`management.orders.dialog.${decision}`, { count })}
      text={t(`management.orders.dialog.${decision}Text`, { sum: euros(sumOf(orders)) })}
      rows={orders}
      idOf={({ id }) => id}
      rowLabel={({ id, companyName }) =>
        t("management.orders.dialog.row", { id, name: companyName })
      }
      whyOf={reasonOf}
      confirm={t(`management.orders.${decision}`, { count })}
      danger={decision === "reject"}
      missing={missing()}
      act={act}
      onActed={() => void refresh()}
      onClose={onClose}
    >
      {checked.map(({ id, companyName }) => (
        <SelectField
          key={id}
          label={t("management.orders.dialog.vat", { name: companyName, id })}
          description={t("management.orders.dialog.vatHelp")}
          value={checks[id] ?? ""}
          data={[
            { value: "", label: t("management.orders.dialog.choose") },
            ...vatCheckResults.map((value) => ({
              value,
              label: t(`management.orders.dialog.result.${value}`),
            })),
          ]}
          onChange={({ currentTarget }) => {
            const result = vatCheckResults.find((each) => each === currentTarget.value);
            const { [id]: _before, ...others } = checks;
            setChecks(result ? { ...others, [id]: result } : others);
          }}
        />
      ))}
      {(decision === "pay" || checked.length > 0) && (
        <TextInput
          type="date"
          w={200}
          label={t(`management.orders.dialog.${decision === "pay" ? "paidOn" : "checkedOn"}`)}
          max={today()}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      )}
      {decision === "reject" && (
        <Textarea
          data-autofocus
          autosize
          minRows={3}
          maxLength={1000}
          label={t("management.orders.dialog.reason")}
          description={t("management.orders.dialog.reasonHelp")}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </BulkDialog>
  );
}
