import type { RequestOf } from "@tonneline/contract/endpoint";
import {
  decideOnOrders,
  getOrderDecisions,
  startOrderDecisions,
  stopOrderDecisions,
} from "@tonneline/contract/orderDecisions";
import type { OrderDecision } from "@tonneline/contract/orders";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { holdDecision } from "../../../lib/bulk.ts";
import { instantOfDay } from "../../../lib/days.ts";
import { euros, today } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { paths } from "../../../lib/paths.ts";
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
import "../../../locales/en/runs.ts";

const calls = {
  read: getOrderDecisions,
  stop: stopOrderDecisions,
  hasten: startOrderDecisions,
};

/** What an operator says with a decision on orders, and how the server is asked for it. */
export function useDecision(decision: OrderDecision, orders: readonly Decidable[]) {
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

  /** What the approval of an order says of its VAT number, and of the company's credit limit. */
  function approvalOf({ id, overLimit }: Decidable) {
    const result = checks[id];
    const proof = result === "INVALID" && { evidence: evidence[id] ?? "" };
    return {
      ...(result && result !== "LATER" && { vatCheck: { result, on: day, ...proof } }),
      ...(overLimit && { limitReason }),
    };
  }

  /** The oldest first, so that invoice numbers follow the orders. */
  function bodyOf(given: readonly Decidable[]): RequestOf<typeof decideOnOrders>["body"] {
    const rows = given.toSorted((one, other) => one.id - other.id);
    if (decision === "approve")
      return { decision, rows: rows.map((each) => ({ id: each.id, asks: approvalOf(each) })) };
    if (decision === "reject")
      return { decision, rows: rows.map(({ id }) => ({ id, asks: { reason } })) };
    const paidAt = instantOfDay(day, openedAt);
    return { decision, rows: rows.map(({ id }) => ({ id, asks: { paidAt } })) };
  }

  const rowLabel = ({ id, companyName }: Decidable) =>
    t("management.orders.dialog.row", { id, name: companyName });

  /** Leaves it to the server, which holds it for a while; none of the orders has failed by then. */
  async function hold(given: readonly Decidable[]) {
    const body = bodyOf(given);
    const names = new Map(given.map((each) => [each.id, rowLabel(each)]));
    const sum = euros(sumOf(given));
    await holdDecision(decideOnOrders, body, keyOf(body), {
      calls,
      texts: {
        waits: t(`runs.orders.waits.${decision}`, { count: given.length }),
        now: t(`runs.orders.now.${decision}`),
        told: (count) => t(`management.orders.told.${decision}`, { count, sum }),
        row: (id) => names.get(id) ?? String(id),
      },
      to: paths.managementOrders,
      onActed: () => void refresh(),
    });
    return new Map<number, unknown>();
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
    if (decided.length === 0) return t("management.orders.dialog.allLater");
    return undefined;
  }

  return {
    day,
    setDay,
    reason,
    setReason,
    vat: { checks, onChange: setChecks, evidence, onEvidence: setEvidence },
    limit: { reason: limitReason, onChange: setLimitReason },
    /** Those that it is taken on, those whose VAT number is asked for, and those above a credit limit. */
    decided,
    checked,
    above,
    missing,
    rowLabel,
    hold,
  };
}
