import type { Order } from "@tonneline/contract/orders";
import type { Tx } from "../../core/db.ts";
import { queueMails } from "../../core/mail.ts";
import { mailText } from "../../core/mailText.ts";

const money = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });

/** Tells the buyer, at the invoice address, and every operator who may decide on orders. */
export async function mailOrderCreated(tx: Tx, order: Order): Promise<void> {
  const total = money.format(order.totalPriceGross);
  const lines = order.items.map(lineOf);
  const operators = await tx
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select("users.username")
    .where("users.blocked", "=", false)
    .where((eb) => eb("roles.permissions", "@>", eb.val(["orders:write"])))
    .orderBy("users.id")
    .execute();
  const forBuyer = mailText({
    subject: `Order ${order.id} is placed`,
    paragraphs: [
      `Thank you for your order of ${total} including VAT for ${order.companyName}.`,
      "The credits are set aside for you. We check the order, usually within one working day, and send you the invoice.",
    ],
    lines,
  });
  const forOperators = mailText({
    subject: `Order ${order.id} awaits approval`,
    paragraphs: [`${order.companyName} ordered for ${total} including VAT.`],
    lines,
  });
  await queueMails(tx, [
    { to: order.invoiceEmail, ...forBuyer },
    ...operators.map(({ username }) => ({ to: username, ...forOperators })),
  ]);
}

/** The part of an order that mails need, whoever read it. */
interface MailedOrder {
  id: number;
  invoice_email: string;
  gross_cents: number;
  company_name: string;
}

/** Sends the buyer the invoice, or the credit note of one that was withdrawn. */
export async function mailInvoice(
  tx: Tx,
  order: MailedOrder & { payment_reference: string },
  invoice: {
    series: "INVOICE" | "CREDIT_NOTE";
    number: string;
    dueOn: string | null;
    pdfFileId: number;
  },
): Promise<void> {
  const total = money.format(order.gross_cents / 100);
  const mail =
    invoice.series === "INVOICE"
      ? mailText({
          subject: `Order ${order.id} is approved: invoice ${invoice.number}`,
          paragraphs: [
            `Your order is approved. The invoice over ${total} is attached; please pay it by ${invoice.dueOn}.`,
            `Quote the reference ${order.payment_reference} exactly, so that we can match your payment.`,
          ],
        })
      : mailText({
          subject: `Credit note ${invoice.number} for order ${order.id}`,
          paragraphs: [
            `The invoice of your order over ${total} is withdrawn. The credit note is attached.`,
          ],
        });
  await queueMails(tx, [{ to: order.invoice_email, ...mail, attachments: [invoice.pdfFileId] }]);
}

/** Tells the buyer that the payment has come and the credits are his. */
export async function mailOrderPaid(tx: Tx, order: MailedOrder): Promise<void> {
  const mail = mailText({
    subject: `Order ${order.id} is paid`,
    paragraphs: [
      `We have received ${money.format(order.gross_cents / 100)} for ${order.company_name}.`,
      "The credits are in your portfolio now, where you can retire them; reports can be downloaded.",
    ],
  });
  await queueMails(tx, [{ to: order.invoice_email, ...mail }]);
}

/** Tells the buyer that the order will not be carried out, and why. */
export async function mailOrderRejected(tx: Tx, order: MailedOrder, reason: string): Promise<void> {
  const mail = mailText({
    subject: `Order ${order.id} is rejected`,
    paragraphs: [
      `We cannot carry out your order of ${money.format(order.gross_cents / 100)} for ${order.company_name}.`,
      `Reason: ${reason}`,
      "You owe nothing for it. If an invoice was issued, its credit note follows.",
    ],
  });
  await queueMails(tx, [{ to: order.invoice_email, ...mail }]);
}

function lineOf(item: Order["items"][number]): string {
  const sum = money.format(item.totalPrice);
  if (item.productType === "DUE_DILIGENCE_REPORT") return `${item.product.reportName}: ${sum}`;
  const { project, vintage } = item.product;
  return `${project.name}, vintage ${vintage.year}: ${item.quantity.toLocaleString("en")} t, ${sum}`;
}
