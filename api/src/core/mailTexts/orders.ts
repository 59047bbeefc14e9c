import { text } from "./text.ts";

const order = "10514";
const total = "€21,707.55";
const vat = "including VAT";
const company = "Brennvik Energi AS";
const reference = "RF18 0000 0105 14";
const reason = "The purchase order number is not yours.";
const button = "View the order";
const creditNote = "CN-2026-000002";

/** Mails about orders and quotes. */
export const orderTexts = {
  "order.placed": text({
    name: "Order is placed, to the buyer",
    subject: "Order {order} is placed",
    paragraphs: [
      "Thank you for your order of {total} {vat} for {company}.",
      "What you ordered is set aside for you. We check the order, usually within one working day, and then send you the invoice. Until then there is nothing to pay.",
    ],
    button,
    example: { order, total, vat, company },
  }),
  "order.waiting": text({
    name: "Order awaits approval, to operators",
    subject: "Order {order} awaits approval",
    paragraphs: ["{company} ordered for {total} {vat}."],
    button: "Open the order",
    example: { order, total, vat, company },
  }),
  "order.approved": text({
    name: "Order is approved, with the invoice",
    subject: "Order {order} is approved: invoice {invoice}",
    paragraphs: [
      "Your order for {company} is approved. The invoice for {total} is attached; please pay it by {dueOn}.",
      "Quote the reference {reference} exactly, so that we can match your payment.",
    ],
    button,
    example: {
      order,
      total,
      company,
      reference,
      invoice: "2026-000031",
      dueOn: "26 January 2026",
    },
  }),
  "order.corrected": text({
    name: "Invoice is issued again",
    subject: "Corrected invoice {invoice} for order {order}",
    paragraphs: [
      "The invoice for your order {order} has been issued again with corrected details and is attached; a credit note cancels the previous one.",
      "Reason: {reason}",
      "The payment reference stays {reference}.",
    ],
    button,
    example: { order, reference, reason: "A new address", invoice: "2026-000032" },
  }),
  "order.credited": text({
    name: "Credit note",
    subject: "Credit note {creditNote} for order {order}",
    paragraphs: [
      "We have credited {total} of the invoice for your order {order}; the credit note is attached.",
      "Reason: {reason}",
    ],
    button,
    example: { order, total, reason, creditNote },
  }),
  "order.paid": text({
    name: "Order is paid",
    subject: "Order {order} is paid",
    paragraphs: [
      "We have received your payment of {total} for {company}. The order is complete.",
      "What you ordered is in your portfolio now. Issued credits can be retired, expected ones once the registry has issued them; reports can be downloaded.",
    ],
    button: "See your portfolio",
    example: { order, total, company },
  }),
  "order.reopened": text({
    name: "Order needs to be paid again",
    subject: "Order {order} needs to be paid again",
    paragraphs: [
      "The payment for your order for {company} was reversed.",
      "Reason: {reason}",
      "Until it is paid, its credits are set aside for you outside your portfolio. Please transfer the open amount and quote the reference {reference} exactly.",
    ],
    button,
    example: { order, company, reference, reason: "The bank returned it" },
  }),
  "order.rejected": text({
    name: "Order is rejected before its invoice",
    subject: "Order {order} is rejected",
    paragraphs: [
      "We cannot carry out your order of {total} for {company}.",
      "Reason: {reason}",
      "You owe nothing for it.",
    ],
    button,
    example: { order, total, company, reason },
  }),
  "order.cancelled": text({
    name: "Order is rejected after its invoice, with the credit note",
    subject: "Order {order} is rejected",
    paragraphs: [
      "We cannot carry out your order of {total} for {company}.",
      "Reason: {reason}",
      "You owe nothing for it: the credit note {creditNote} is attached and cancels the invoice.",
    ],
    button,
    example: { order, total, company, reason, creditNote },
  }),
  "quote.kept": text({
    name: "Quote is kept",
    subject: "Your quote {quote} is kept until {until}",
    paragraphs: [
      "We are keeping quote {quote} for you: {tonnes} for {total} net.",
      "Until {until} you can order it with one click.",
    ],
    button: "See and order",
    example: {
      quote: "Q-2026-000007",
      tonnes: "640 t",
      total,
      until: "20 January 2026 at 24:00 (Europe/Berlin)",
    },
  }),
  "quote.over": text({
    name: "Quote has expired",
    subject: "Quote {quote} is no longer kept",
    paragraphs: [
      "Quote {quote} has expired. Nothing was ordered, and its offer ({tonnes} for {total} net) is on sale again.",
    ],
    button: "See the quote",
    example: { quote: "Q-2026-000007", tonnes: "640 t", total },
  }),
  "quote.withdrawn": text({
    name: "Quote is withdrawn",
    subject: "Quote {quote} is no longer kept",
    paragraphs: [
      "We had to withdraw quote {quote}. Nothing was ordered, and its offer ({tonnes} for {total} net) is on sale again.",
    ],
    button: "See the quote",
    example: { quote: "Q-2026-000007", tonnes: "640 t", total },
  }),
};
