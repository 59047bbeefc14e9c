import type { RequestOf } from "@tonneline/contract/endpoint";
import { Textarea, TextInput } from "@mantine/core";
import {
  approveOrder,
  decideOnOrders,
  getOrderDecisions,
  payOrder,
  rejectOrder,
  type OrderDecision,
} from "@tonneline/contract/orders";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { decideOnMany } from "../../../lib/bulk.ts";
import { call, Unreachable } from "../../../lib/api.ts";
import { instantOfDay } from "../../../lib/days.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { euros, today } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { BulkDialog } from "../../../ui/BulkDialog.tsx";
import { useRefreshOrders } from "./admin.queries.ts";
import {
  aboveLimit,
  placedAfter,
  sumOf,
  toCheck,
  withoutEvidence,
  withoutLater,
  type Check,
  type Decidable,
} from "./decisions.ts";
import { LimitReason } from "./LimitReason.tsx";
import { VatChecks } from "./VatChecks.tsx";

interface Props {
  decision: OrderDecision;
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
  const [checks, setChecks] = useState<Record<number, Check>>({});
  const [limitReason, setLimitReason] = useState("");
  const [evidence, setEvidence] = useState<Record<number, string>>({});
  // One time for all tries: a retry must ask for the very same, or its key would not count.
  const [{ keyOf, openedAt }] = useState(() => ({ keyOf: keyring(), openedAt: new Date() }));
  const decided = withoutLater(orders, checks);
  const checked = toCheck(orders, decision);
  const above = aboveLimit(decided, decision);
  const count = decided.length;

  /** What the approval of an order says of its VAT number, and of the company's credit limit. */
  function approvalOf({ id, overLimit }: Decidable) {
    const result = checks[id];
    const proof = result === "INVALID" && { evidence: evidence[id] ?? "" };
    return {
      ...(result && result !== "LATER" && { vatCheck: { result, on: day, ...proof } }),
      ...(overLimit && { limitReason }),
    };
  }

  function act(order: Decidable) {
    const { id } = order;
    const params = { id: String(id) };
    if (decision === "pay") {
      const body = { paidAt: instantOfDay(day, openedAt) };
      return call(payOrder, { params, body }, { idempotencyKey: keyOf([id, body]) });
    }
    if (decision === "reject") {
      const body = { reason };
      return call(rejectOrder, { params, body }, { idempotencyKey: keyOf([id, reason]) });
    }
    const body = approvalOf(order);
    return call(approveOrder, { params, body }, { idempotencyKey: keyOf([id, body]) });
  }

  function actOnMany(given: readonly Decidable[], onDone: (count: number) => void) {
    const rows = given.toSorted((one, other) => one.id - other.id);
    const paidAt = instantOfDay(day, openedAt);
    const body: RequestOf<typeof decideOnOrders>["body"] =
      decision === "pay"
        ? { decision, rows: rows.map(({ id }) => ({ id, asks: { paidAt } })) }
        : decision === "reject"
          ? { decision, rows: rows.map(({ id }) => ({ id, asks: { reason } })) }
          : { decision, rows: rows.map((each) => ({ id: each.id, asks: approvalOf(each) })) };
    const calls = { start: decideOnOrders, read: getOrderDecisions };
    return decideOnMany(calls, body, { idempotencyKey: keyOf(body), onDone });
  }

  function missing(): string | undefined {
    const dated = decision === "pay" || toCheck(decided, decision).length > 0;
    if (dated && (!day || day > today())) return t("management.orders.dialog.dateMissing");
    const early = decision === "pay" ? placedAfter(decided, day)[0] : undefined;
    if (early) return t("management.orders.dialog.paidEarly", { id: early.id });
    if (decision === "reject" && reason.trim().length < 3)
      return t("management.orders.dialog.reasonMissing");
    if (checked.some(({ id }) => !checks[id])) return t("management.orders.dialog.checkMissing");
    if (withoutEvidence(checked, checks, evidence).length > 0)
      return t("management.orders.dialog.evidenceMissing");
    if (above.length > 0 && limitReason.trim().length < 3) return t("companies.overLimit.missing");
    if (count === 0) return t("management.orders.dialog.allLater");
    return undefined;
  }

  return (
    <BulkDialog
      title={t(`management.orders.dialog.${decision}`, { count })}
      text={t(`management.orders.dialog.${decision}Text`, { sum: euros(sumOf(decided)) })}
      rows={decided}
      idOf={({ id }) => id}
      rowLabel={({ id, companyName }) =>
        t("management.orders.dialog.row", { id, name: companyName })
      }
      whyOf={reasonOf}
      isLost={(error) => error instanceof Unreachable}
      confirm={t(`management.orders.${decision}`, { count })}
      danger={decision === "reject"}
      missing={missing()}
      act={act}
      actOnMany={actOnMany}
      told={(number) =>
        t(`management.orders.told.${decision}`, { count: number, sum: euros(sumOf(decided)) })
      }
      onActed={() => void refresh()}
      onClose={onClose}
    >
      {checked.length > 0 && (
        <VatChecks
          orders={checked}
          canWait={orders.length > 1}
          checks={checks}
          onChange={setChecks}
          evidence={evidence}
          onEvidence={setEvidence}
        />
      )}
      {above.length > 0 && (
        <LimitReason orders={above} reason={limitReason} onChange={setLimitReason} />
      )}
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
