import { creditTypeText } from "@tonneline/contract/delivery";
import { groupInFours } from "@tonneline/contract/fours";
import { orderedReport, orderedVintage } from "@tonneline/contract/orderItems";
import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { withoutAddresses } from "../../core/mailText.ts";
import { coded, type CodedMail } from "../../core/mailTexts/texts.ts";
import { formatEuros } from "../../core/money.ts";
import { formatDay, formatInteger } from "../../core/formats.ts";
import type { ReferenceRow, TypedRow } from "./details.sql.ts";
import type { LockedOrder } from "./life.sql.ts";
import type { PlacedOrder } from "./orders.sql.ts";

// Reading orders includes reading the mails about them.
const permission = "orders:read" as const;

/** The fields of an order that mails need, from any query. */
interface MailedOrder extends TypedRow {
  id: number;
  /** Recipients of its mails. */
  addresses: readonly string[];
  gross_cents: number;
  company_name: string;
}

const referenceNames: Record<keyof ReferenceRow, string> = {
  purchase_order_number: "Your purchase order",
  cost_centre: "Your cost centre",
  buyer_reference: "Your reference",
};

/** Returns the buyer's own references, to find the order in their books, and their remark: one line each. */
function referenceLines(order: TypedRow): string[] {
  const columns = Object.keys(referenceNames) as (keyof ReferenceRow)[];
  const lines = columns.flatMap((column) => {
    const value = order[column];
    return value ? [`${referenceNames[column]}: ${withoutAddresses(value)}`] : [];
  });
  return [...lines, ...remarkLines("Your remark", order)];
}

/** Returns the buyer's remark as one line, however many lines it was typed in. */
const remarkLines = (name: string, { remark }: TypedRow) =>
  remark ? [`${name}: ${withoutAddresses(remark.replaceAll(/\s*\n\s*/g, " "))}`] : [];

/** Mails the invoice address and the notified buyers: mostly two people of one company. */
async function mailBuyer(
  tx: Tx,
  order: Pick<MailedOrder, "id" | "addresses">,
  content: CodedMail,
  attachments: readonly number[] = [],
): Promise<void> {
  const mail = { ...content, attachments, permission, about: aboutOf(order) };
  await writeMails(
    tx,
    order.addresses.map((to) => ({ to, fromSeller: true, ...mail })),
  );
}

const aboutOf = ({ id }: { id: number }) => ({ type: "order", id }) as const;

const orderPath = ({ id }: { id: number }) => `/user/settings/orders/${id}`;

/** Returns a line with the amount to be refunded. If it exceeds the current credit, earlier mails have announced part of it. */
function backLines(cents: number, creditedCents: number): string[] {
  if (cents <= 0) return [];
  return cents > creditedCents
    ? [`In total, we will refund ${formatEuros(cents)} to you for this order.`]
    : [`We will refund ${formatEuros(cents)} to you.`];
}

const companyOf = (order: MailedOrder) => withoutAddresses(order.company_name);

/**
 * Mails the buyers of new orders and the operators who may decide on them; `andCommits` lets this last statement also commit.
 */
export async function mailOrdersCreated(
  tx: Tx,
  orders: readonly PlacedOrder[],
  ending: { andCommits?: true } = {},
): Promise<void> {
  await writeMails(tx, orders.flatMap(mailsOfPlaced), ending);
}

function mailsOfPlaced(order: PlacedOrder) {
  const total = formatEuros(order.grossCents);
  const vat = order.vatCents > 0 ? "including VAT" : "without VAT";
  const lines = order.items.map(lineOf);
  const forBuyer = coded(
    "order.placed",
    { order: `${order.id}`, total, vat, company: withoutAddresses(order.companyName) },
    { path: orderPath(order), lines: [...lines, ...referenceLines(order)] },
  );
  const forOperators = coded(
    "order.waiting",
    { order: `${order.id}`, total, vat, company: order.companyName },
    {
      path: `/management/orders?open=${order.id}`,
      lines: [...lines, ...remarkLines("Buyer's remark", order)],
    },
  );
  const mail = { permission, about: aboutOf(order) };
  const buyers = new Set([order.invoiceEmail, order.buyer]);
  return [
    ...Array.from(buyers, (to) => ({ to, fromSeller: true as const, ...mail, ...forBuyer })),
    ...order.operators.map((to) => ({ to, ...mail, ...forOperators })),
  ];
}

/** Mails the buyer the invoice of an approved order. */
export async function mailInvoice(
  tx: Tx,
  order: MailedOrder &
    Pick<LockedOrder, "payment_reference" | "vat_percent" | "placed_vat_percent">,
  invoice: { number: string; dueOn: string | null; pdfFileId: number },
): Promise<void> {
  const dueOn = invoice.dueOn ? formatDay(invoice.dueOn) : "the day it names";
  const content = coded(
    "order.approved",
    {
      order: `${order.id}`,
      invoice: invoice.number,
      company: companyOf(order),
      total: formatEuros(order.gross_cents),
      dueOn,
      reference: groupInFours(order.payment_reference),
    },
    { path: orderPath(order), lines: [...rateLines(order), ...referenceLines(order)] },
  );
  await mailBuyer(tx, order, content, [invoice.pdfFileId]);
}

/** Explains a total that differs from the one of the order's confirmation. */
const rateLines = (order: Pick<LockedOrder, "vat_percent" | "placed_vat_percent">) =>
  order.placed_vat_percent === null
    ? []
    : [
        `VAT is ${order.vat_percent}%, the rate on the day of supply; it was ${order.placed_vat_percent}% when you ordered.`,
      ];

/** Mails the buyer the invoice that replaces one with wrong details. */
export async function mailCorrectedInvoice(
  tx: Tx,
  order: MailedOrder & { payment_reference: string },
  invoice: { number: string; reason: string; pdfFileId: number },
): Promise<void> {
  const { number, reason } = invoice;
  const content = coded(
    "order.corrected",
    {
      order: `${order.id}`,
      invoice: number,
      reason,
      reference: groupInFours(order.payment_reference),
    },
    { path: orderPath(order) },
  );
  await mailBuyer(tx, order, content, [invoice.pdfFileId]);
}

/** Mails the buyer a credit note. */
export async function mailCreditNote(
  tx: Tx,
  order: MailedOrder,
  creditNote: {
    number: string;
    reason: string;
    pdfFileId: number;
    grossCents: number;
    /** The refund due for this credit note and all earlier ones. */
    backCents: number;
    /** What is still to be paid of the invoice. */
    leftCents: number;
    /** Whether the invoice is reissued. */
    replaced: boolean;
  },
): Promise<void> {
  const { number, reason, grossCents, backCents, leftCents, replaced } = creditNote;
  const againLines = replaced
    ? [
        "The invoice is issued again with corrected details. Payments already made count towards the new one.",
      ]
    : [];
  const leftLines = leftCents > 0 ? [`${formatEuros(leftCents)} is still to be paid.`] : [];
  const content = coded(
    "order.credited",
    { order: `${order.id}`, creditNote: number, total: formatEuros(grossCents), reason },
    {
      path: orderPath(order),
      lines: [...againLines, ...leftLines, ...backLines(backCents, grossCents)],
    },
  );
  await mailBuyer(tx, order, content, [creditNote.pdfFileId]);
}

/** Confirms to the buyer that `netReceivedCents` have been received and the credits are theirs. */
export async function mailOrderPaid(
  tx: Tx,
  order: MailedOrder,
  netReceivedCents: number,
): Promise<void> {
  const content = coded(
    "order.paid",
    { order: `${order.id}`, total: formatEuros(netReceivedCents), company: companyOf(order) },
    { path: "/portfolio", lines: referenceLines(order) },
  );
  await mailBuyer(tx, order, content);
}

/** Mails the buyer that the payment was returned and the order has to be paid again, with its invoice. */
export async function mailOrderReopened(
  tx: Tx,
  order: MailedOrder & {
    payment_reference: string;
    invoice_number: string | null;
    invoice_file_id: number | null;
  },
  { reason, openCents }: { reason: string; openCents: number },
): Promise<void> {
  const { invoice_number: number, invoice_file_id: fileId } = order;
  const content = coded(
    "order.reopened",
    {
      order: `${order.id}`,
      company: companyOf(order),
      reason,
      reference: groupInFours(order.payment_reference),
    },
    {
      path: orderPath(order),
      // The payer may have no account here to look up the amount and the bank details.
      lines: [`Open amount: ${formatEuros(openCents)}`, ...(number ? [`Invoice: ${number}`] : [])],
    },
  );
  await mailBuyer(tx, order, content, fileId === null ? [] : [fileId]);
}

/** Mails the buyer that the order is rejected, and why, with the credit note of its invoice if it had one. */
export async function mailOrderRejected(
  tx: Tx,
  order: MailedOrder,
  rejection: {
    reason: string;
    creditNote?: { number: string; pdfFileId: number; grossCents: number; backCents: number };
  },
): Promise<void> {
  const { reason, creditNote } = rejection;
  const values = {
    order: `${order.id}`,
    total: formatEuros(order.gross_cents),
    company: companyOf(order),
    reason,
  };
  const { backCents = 0, grossCents = 0 } = creditNote ?? {};
  const lines = [...backLines(backCents, grossCents), ...referenceLines(order)];
  const shown = { path: orderPath(order), lines };
  const content = creditNote
    ? coded("order.cancelled", { ...values, creditNote: creditNote.number }, shown)
    : coded("order.rejected", values, shown);
  await mailBuyer(tx, order, content, creditNote ? [creditNote.pdfFileId] : []);
}

function lineOf({ quantity, priceCents, totalCents, ...item }: PlacedOrder["items"][number]) {
  const sum = formatEuros(totalCents);
  if (item.productType === "DUE_DILIGENCE_REPORT") {
    return `${orderedReport.parse(item.product).reportName}: ${sum}`;
  }
  const { project, vintage } = orderedVintage.parse(item.product);
  const type = creditTypeText(vintage.creditType.id, vintage.expectedDelivery);
  const tonnes = `${formatInteger(quantity)} t at ${formatEuros(priceCents)}`;
  return `${project.name}, vintage ${vintage.year}, ${type}: ${tonnes}, ${sum}`;
}
