import { decideOnOrders } from "@tonneline/contract/orderDecisions";
import type { OrderDecision } from "@tonneline/contract/orders";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { scheduleDecision } from "../../../lib/bulk.ts";
import { euros, today } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { paths } from "../../../lib/paths.ts";
import { serverNow } from "../../../lib/session.ts";
import { trailsKey } from "../../records/records.queries.ts";
import { managedOrders } from "./admin.queries.ts";
import { decisionBody, missingIn, wrongDay, type DecisionInput } from "./decisionBody.ts";
import {
  aboveLimit,
  decidedSum,
  needingVatCheck,
  withoutLater,
  type Decidable,
} from "./decisions.ts";
import "../../../locales/en/runs.ts";

/** The form state of a decision on orders, and the request that takes it. */
export function useDecision(decision: OrderDecision, orders: readonly Decidable[]) {
  const { t } = useTranslation();
  const [input, setInput] = useState<DecisionInput>(() => ({
    day: today(),
    reason: "",
    checks: {},
    evidence: {},
    limitReason: "",
  }));
  const say = (part: Partial<DecisionInput>) => setInput((before) => ({ ...before, ...part }));
  // One time for all attempts: a retry must send an identical request, or its idempotency key would not match.
  const [{ keyOf, openedAt }] = useState(() => ({
    keyOf: keyring(),
    openedAt: new Date(serverNow()),
  }));
  const decided = withoutLater(orders, input.checks);

  const rowLabel = ({ id, companyName }: Decidable) =>
    t("management.orders.dialog.row", { id, name: companyName });

  /** Hands the decision to the server, which delays it for a while; no order can have failed by then. */
  async function hold(given: readonly Decidable[]) {
    const body = decisionBody(decision, given, input, openedAt);
    const count = given.length;
    const sum = euros(decidedSum(given, decision));
    await scheduleDecision(decideOnOrders, body, keyOf(body), {
      subject: "orders",
      texts: {
        pending: t(`runs.orders.waits.${decision}`, { count }),
        startNow: t(`runs.orders.now.${decision}`),
        succeeded: t(`management.orders.told.${decision}`, { count, sum }),
        rows: Object.fromEntries(given.map((each) => [each.id, rowLabel(each)])),
      },
      to: paths.managementOrders,
      stale: [managedOrders.key, trailsKey],
    });
    return new Map<number, unknown>();
  }

  return {
    day: input.day,
    setDay: (day: string) => say({ day }),
    dayIsWrong: wrongDay(t, decision === "pay" ? decided : [], input.day) !== undefined,
    reason: input.reason,
    setReason: (reason: string) => say({ reason }),
    vat: {
      checks: input.checks,
      onChange: (checks: DecisionInput["checks"]) => say({ checks }),
      evidence: input.evidence,
      onEvidence: (evidence: DecisionInput["evidence"]) => say({ evidence }),
    },
    limit: {
      reason: input.limitReason,
      onChange: (limitReason: string) => say({ limitReason }),
    },
    /** The orders to decide on, those whose VAT number must be checked, and those above a credit limit. */
    decided,
    checked: needingVatCheck(orders, decision),
    above: aboveLimit(decided, decision),
    missing: () => missingIn(t, decision, orders, input),
    rowLabel,
    hold,
  };
}
