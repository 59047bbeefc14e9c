import type { Approval, ApprovalSummary } from "@tonneline/contract/approvals";
import type { ApprovalRule, Budget } from "@tonneline/contract/approvalRules";
import { orderItem, orderedVintage, type OrderItem } from "@tonneline/contract/orderItems";
import { orderDetails } from "@tonneline/contract/orders";
import type { VatCategory } from "@tonneline/contract/vat";
import { euros, eurosOrNone } from "../../core/money.ts";
import { ownPrice } from "../catalogue/ownPrices.rules.ts";
import { statusOf } from "./approvals.rules.ts";
import type { ApprovalListRow, ApprovalRow, ItemRow, Reader } from "./approvals.sql.ts";
import type { BudgetRow } from "./budgets.sql.ts";

/** Renders a list row for this member. An overdue request is shown as ended even before the job ends it. */
export function summaryView(row: ApprovalListRow, reader: Reader): ApprovalSummary {
  const status = statusOf(row);
  return {
    id: row.id,
    status,
    rules: row.rules as unknown as ApprovalRule[],
    expiresAt: row.expires_at.toISOString(),
    requester: { userId: row.user_id, username: row.requester_username, name: row.requester_name },
    totalCredits: row.total_credits,
    totalPriceNet: euros(row.net_cents),
    totalPriceGross: euros(row.gross_cents),
    costCentre: row.cost_centre,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy:
      row.decided_by === null
        ? null
        : { userId: row.decided_by, username: row.decider_username ?? "", name: row.decider_name },
    mayDecide: status === "PENDING" && reader.mayDecide && row.user_id !== reader.userId,
    orderId: row.order_id,
    version: row.version,
  };
}

export interface Around {
  withoutLabel: number[];
  waitsFor: string[];
  budget: BudgetRow | undefined;
}

/** Renders a request for this member, at the prices it was made at; `changes` only while it is pending. */
export function approvalView(row: ApprovalRow, reader: Reader, around: Around): Approval {
  return {
    ...summaryView(row, reader),
    items: row.items.map(itemView),
    withoutLabel: around.withoutLabel,
    details: orderDetails.parse(row.details),
    vatPercentage: row.vat_percent,
    vatAmount: euros(row.vat_cents),
    vatCategory: row.vat_category as VatCategory,
    reason: row.reason,
    prolonged: row.prolonged,
    remindedAt: row.reminded_at?.toISOString() ?? null,
    waitsFor: around.waitsFor,
    changes: statusOf(row) === "PENDING" ? changesOf(row.items) : [],
    budget: around.budget ? budgetView(around.budget) : null,
  };
}

function itemView(item: ItemRow): OrderItem {
  return orderItem.parse({
    id: item.position,
    quantity: item.quantity,
    price: euros(item.priceCents),
    totalPrice: euros(item.priceCents * item.quantity),
    currency: "EUR",
    creditedQuantity: 0,
    creditedAmount: 0,
    returnedQuantity: 0,
    productType: item.vintageId === null ? "DUE_DILIGENCE_REPORT" : "VINTAGE_CREDITS",
    product: item.product,
  });
}

/**
 * Returns where the catalogue differs from the request. An operator's offer guarantees prices and availability, so these
 * are left out for it.
 */
export function changesOf(items: readonly ItemRow[]): Approval["changes"] {
  return items.flatMap((item) => {
    const changes: Approval["changes"] = [];
    const note = (
      named: { name: string; year: number | null },
      fact: Approval["changes"][number]["fact"],
      before: string | number | boolean,
      after: string | number | boolean | null,
    ) => {
      const isPromised = item.isOffered && (fact === "price" || fact === "purchasable");
      if (before !== after && !isPromised) changes.push({ ...named, fact, before, after });
    };
    if (item.vintageId === null) {
      const { reportName: name } = item.product as { reportName: string };
      note({ name, year: null }, "price", euros(item.priceCents), eurosOrNone(item.reportCents));
      return changes;
    }
    const { project, vintage } = orderedVintage.parse(item.product);
    const named = { name: project.name, year: vintage.year };
    note(named, "price", euros(item.priceCents), eurosOrNone(offeredCents(item)));
    note(named, "year", vintage.year, item.year);
    note(named, "claimType", vintage.claimType.id, item.claimType);
    note(named, "impactType", vintage.impactType.id, item.impactType);
    note(named, "creditType", vintage.creditType.id, item.creditType);
    note(named, "purchasable", true, item.projectStatus === "AVAILABLE");
    return changes;
  });
}

/** Current price of a vintage for the requesting company. Rows that requests refer to are never deleted, so no fact is null. */
const offeredCents = (item: ItemRow) =>
  ownPrice(
    {
      listCents: item.listCents,
      year: item.year!,
      creditType: item.creditType!,
      projectId: item.projectId!,
      projectTypeId: item.projectTypeId!,
      registryId: item.registryId!,
      developerId: item.developerId!,
      countries: item.countries!,
    },
    item.terms,
  );

/** Renders a budget in euros, net, with its usage. */
export function budgetView(row: BudgetRow): Budget {
  const { costCentre, year, amountCents, requestedCents, orderedCents, paidCents } = row;
  return {
    costCentre,
    year,
    amount: euros(amountCents),
    requested: euros(requestedCents),
    ordered: euros(orderedCents),
    paid: euros(paidCents),
    left: euros(leftOf(row)),
  };
}

/** Returns the net cents not requested, ordered or paid yet; negative if that exceeds the budget. */
export function leftOf({
  amountCents,
  requestedCents,
  orderedCents,
  paidCents,
}: BudgetRow): number {
  return amountCents - requestedCents - orderedCents - paidCents;
}
