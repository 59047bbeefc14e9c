import type { AccountMovement, CompanyDocument } from "@tonneline/contract/documents";
import { euros } from "../../core/money.ts";
import type { ListedDocument } from "./documents.sql.ts";
import type { StatementRow } from "./statement.rules.ts";

/** Returns an invoice or credit note as its company sees it. */
export function documentView(row: ListedDocument): CompanyDocument {
  return {
    id: row.id,
    orderId: row.order_id,
    kind: row.kind,
    state: row.state,
    number: row.number,
    corrects: row.corrects,
    issuedOn: row.issued_on,
    dueOn: row.due_on,
    purchaseOrderNumber: row.purchase_order_number,
    costCentre: row.cost_centre,
    net: euros(row.net_cents),
    vatAmount: euros(row.vat_cents),
    total: euros(row.gross_cents),
    open: euros(row.open_cents),
    name: row.name,
  };
}

/** Returns a movement of a company's account as operators see it. */
export function movementView(row: StatementRow): AccountMovement {
  const { kind, day, orderId, reference, cents, balanceCents } = row;
  return { kind, day, orderId, reference, amount: euros(cents), balance: euros(balanceCents) };
}
