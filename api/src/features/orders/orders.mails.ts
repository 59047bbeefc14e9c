import { creditTypeText } from "@tonneline/contract/delivery";
import type { Order } from "@tonneline/contract/orders";
import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { withoutAddresses, type MailContent } from "../../core/mailText.ts";

const money = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });
const longDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

// Whoever may read orders may read their mails.
const permission = "orders:read" as const;

/** The part of an order that mails need, whoever read it. */
interface MailedOrder {
  id: number;
  user_id: number;
  invoice_email: string;
  gross_cents: number;
  company_name: string;
  purchase_order_number: string | null;
  cost_centre: string | null;
  buyer_reference: string | null;
}

interface References {
  purchaseOrderNumber: string | null;
  costCentre: string | null;
  buyerReference: string | null;
}

/** The buyer's own references, as lines by which they find the mail's order in their books. */
function referenceLines({ purchaseOrderNumber, costCentre, buyerReference }: References): string[] {
  const named = [
    ["Your purchase order", purchaseOrderNumber],
    ["Your cost centre", costCentre],
    ["Your reference", buyerReference],
  ] as const;
  return named.flatMap(([name, value]) => (value ? [`${name}: ${withoutAddresses(value)}`] : []));
}

const referencesOf = (order: MailedOrder): string[] =>
  referenceLines({
    purchaseOrderNumber: order.purchase_order_number,
    costCentre: order.cost_centre,
    buyerReference: order.buyer_reference,
  });

/** To whoever ordered and, when it is another one, to the invoice address: mostly two people of one company. */
async function mailBuyer(
  tx: Tx,
  order: Pick<MailedOrder, "id" | "user_id" | "invoice_email">,
  content: MailContent,
  attachments: readonly number[] = [],
): Promise<void> {
  await writeMails(tx, await toBuyer(tx, order, content, attachments));
}

async function toBuyer(
  tx: Tx,
  order: Pick<MailedOrder, "id" | "user_id" | "invoice_email">,
  content: MailContent,
  attachments: readonly number[] = [],
) {
  const { username } = await tx
    .selectFrom("users")
    .select("username")
    .where("id", "=", order.user_id)
    .executeTakeFirstOrThrow();
  const mail = { ...content, attachments, permission, about: aboutOf(order) };
  const addresses = new Set([order.invoice_email, username]);
  return [...addresses].map((to) => ({ to, ...mail }));
}

const aboutOf = ({ id }: { id: number }) => ({ type: "order", id }) as const;

const orderLink = (orderId: number) => ({
  label: "View the order",
  path: `/user/settings/orders/${orderId}`,
});

/** Tells the buyer and every operator who may decide on orders. */
export async function mailOrderCreated(tx: Tx, order: Order): Promise<void> {
  const total = money.format(order.totalPriceGross);
  const lines = order.items.map(lineOf);
  const forBuyer = await toBuyer(
    tx,
    { id: order.id, user_id: order.userId, invoice_email: order.invoiceEmail },
    {
      subject: `Order ${order.id} is placed`,
      paragraphs: [
        `Thank you for your order of ${total} including VAT for ${withoutAddresses(order.companyName)}.`,
        "The credits are set aside for you. We check the order, usually within one working day, and send you the invoice.",
      ],
      lines: [...lines, ...referenceLines(order)],
      action: orderLink(order.id),
    },
  );
  const operators = await tx
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select("users.username")
    .where("users.blocked", "=", false)
    .where((eb) => eb("roles.permissions", "@>", eb.val(["orders:write"])))
    .orderBy("users.id")
    .execute();
  const forOperators = {
    subject: `Order ${order.id} awaits approval`,
    paragraphs: [`${order.companyName} ordered for ${total} including VAT.`],
    lines,
    action: { label: "Open the order", path: `/management/orders?open=${order.id}` },
  };
  await writeMails(tx, [
    ...forBuyer,
    ...operators.map(({ username }) => ({
      to: username,
      permission,
      about: aboutOf(order),
      ...forOperators,
    })),
  ]);
}

/** Sends the buyer the invoice: the order is approved. */
export async function mailInvoice(
  tx: Tx,
  order: MailedOrder & { payment_reference: string },
  invoice: { number: string; dueOn: string | null; pdfFileId: number },
): Promise<void> {
  const total = money.format(order.gross_cents / 100);
  const by = invoice.dueOn ? ` by ${longDay.format(new Date(invoice.dueOn))}` : "";
  const content = {
    subject: `Order ${order.id} is approved: invoice ${invoice.number}`,
    paragraphs: [
      `Your order for ${withoutAddresses(order.company_name)} is approved. The invoice over ${total} is attached; please pay it${by}.`,
      `Quote the reference ${order.payment_reference} exactly, so that we can match your payment.`,
    ],
    lines: referencesOf(order),
    action: orderLink(order.id),
  };
  await mailBuyer(tx, order, content, [invoice.pdfFileId]);
}

/** Sends the buyer the invoice that stands for one with wrong details. */
export async function mailCorrectedInvoice(
  tx: Tx,
  order: MailedOrder & { payment_reference: string },
  invoice: { number: string; reason: string; pdfFileId: number },
): Promise<void> {
  const content = {
    subject: `Corrected invoice ${invoice.number} for order ${order.id}`,
    paragraphs: [
      `The invoice of your order ${order.id} is issued again with corrected details, and is attached; a credit note cancels the one before.`,
      `Reason: ${invoice.reason}`,
      `The payment reference stays ${order.payment_reference}.`,
    ],
    action: orderLink(order.id),
  };
  await mailBuyer(tx, order, content, [invoice.pdfFileId]);
}

/** Sends the buyer a credit note. */
export async function mailCreditNote(
  tx: Tx,
  order: MailedOrder,
  creditNote: { number: string; reason: string; pdfFileId: number; grossCents: number },
): Promise<void> {
  const content = {
    subject: `Credit note ${creditNote.number} for order ${order.id}`,
    paragraphs: [
      `We credit ${money.format(creditNote.grossCents / 100)} of the invoice of your order ${order.id}; the credit note is attached.`,
      `Reason: ${creditNote.reason}`,
    ],
    action: orderLink(order.id),
  };
  await mailBuyer(tx, order, content, [creditNote.pdfFileId]);
}

/** Tells the buyer that the payment has come and the credits are theirs. */
export async function mailOrderPaid(tx: Tx, order: MailedOrder): Promise<void> {
  await mailBuyer(tx, order, {
    subject: `Order ${order.id} is paid`,
    paragraphs: [
      `We have received ${money.format(order.gross_cents / 100)} for ${withoutAddresses(order.company_name)}.`,
      "The credits are in your portfolio now, where you can retire them; reports can be downloaded.",
    ],
    lines: referencesOf(order),
    action: { label: "See your portfolio", path: "/portfolio" },
  });
}

/** Tells the buyer that the payment went back, and that the order has to be paid again. */
export async function mailOrderReopened(
  tx: Tx,
  order: MailedOrder & { payment_reference: string },
  reason: string,
): Promise<void> {
  await mailBuyer(tx, order, {
    subject: `Order ${order.id} is to be paid again`,
    paragraphs: [
      `The payment of your order for ${withoutAddresses(order.company_name)} does not stand any more.`,
      `Reason: ${reason}`,
      `Until it is paid, its credits are set aside for you outside your portfolio. Please transfer what is open and quote the reference ${order.payment_reference} exactly.`,
    ],
    action: orderLink(order.id),
  });
}

/** Tells the buyer that the order will not be carried out, and why; the credit note of its invoice is attached. */
export async function mailOrderRejected(
  tx: Tx,
  order: MailedOrder,
  rejection: {
    reason: string;
    creditNote?: { number: string; pdfFileId: number };
  },
): Promise<void> {
  const { reason, creditNote } = rejection;
  const content = {
    subject: `Order ${order.id} is rejected`,
    paragraphs: [
      `We cannot carry out your order of ${money.format(order.gross_cents / 100)} for ${withoutAddresses(order.company_name)}.`,
      `Reason: ${reason}`,
      creditNote
        ? `You owe nothing for it: the credit note ${creditNote.number} is attached and cancels the invoice.`
        : "You owe nothing for it.",
    ],
    lines: referencesOf(order),
    action: orderLink(order.id),
  };
  await mailBuyer(tx, order, content, creditNote ? [creditNote.pdfFileId] : []);
}

function lineOf(item: Order["items"][number]): string {
  const sum = money.format(item.totalPrice);
  if (item.productType === "DUE_DILIGENCE_REPORT") return `${item.product.reportName}: ${sum}`;
  const { project, vintage } = item.product;
  const type = creditTypeText(vintage.creditType.id, vintage.expectedDelivery);
  const tonnes = `${item.quantity.toLocaleString("en")} t at ${money.format(item.price)}`;
  return `${project.name}, vintage ${vintage.year}, ${type}: ${tonnes}, ${sum}`;
}
