import type { Approval, ApprovalStatus, ApprovalSummary } from "@tonneline/contract/approvals";
import type { ApprovalRule, Budget } from "@tonneline/contract/approvalRules";
import {
  orderDetails,
  orderItem,
  orderedVintage,
  type OrderItem,
} from "@tonneline/contract/orders";
import type { VatCategory } from "@tonneline/contract/vat";
import { euros, eurosOrNone } from "../../core/money.ts";
import { ownPrice } from "../catalogue/ownPrices.rules.ts";
import type { ApprovalListRow, ApprovalRow, ItemRow, Reader } from "./approvals.sql.ts";
import type { BudgetRow } from "./budgets.sql.ts";

/** A row of the list, as this member reads it. A request whose time is over reads as ended before the job ends it. */
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

/** EXPIRED as soon as a request's time is over, before the job ends it. */
export function statusOf({ status, has_ended: hasEnded }: ApprovalListRow): ApprovalStatus {
  return status === "PENDING" && hasEnded ? "EXPIRED" : (status as ApprovalStatus);
}

export interface Around {
  withoutLabel: number[];
  waitsFor: string[];
  budget: BudgetRow | undefined;
}

/** A request as this member reads it, at the prices at which it was made; `changes` only while it waits. */
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

/** What the catalogue says otherwise than the request; what an operator offered follows neither its prices nor its pauses. */
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

/** Of a vintage, at the prices of the company that asked; those of requests are kept, with all that they refer to. */
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

/** A budget in euros, net, with what became of it. */
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

/** Net cents that nobody has requested, ordered or paid yet; below zero when that is more than was planned. */
export function leftOf({
  amountCents,
  requestedCents,
  orderedCents,
  paidCents,
}: BudgetRow): number {
  return amountCents - requestedCents - orderedCents - paidCents;
}
