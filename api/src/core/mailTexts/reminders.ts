import { text } from "./text.ts";

const example = {
  invoice: "2026-000031",
  company: "Brennvik Energi AS",
  due: "was due on 26 January 2026",
  open: "€21,707.55",
  total: "€21,747.55",
  payBy: "12 February 2026",
  iban: "DE89 3704 0044 0532 0130 00",
  reference: "RF18 0000 0105 14",
};
const button = "View the order";
const pay = "Please transfer {total} by {payBy} to {iban}, with the reference {reference}.";
const ifWrong =
  "If something is wrong with the invoice, reply to this email or write to us from the order's page, and we will look into it. If you have paid in the meantime, please disregard this email.";

/**
 * Mails about unpaid invoices: friendly, firm and formal. Any of them may be the first that is sent, so none refers to another.
 */
export const reminderTexts = {
  "order.reminderFirst": text({
    name: "First reminder, friendly",
    subject: "Reminder: invoice {invoice} is open",
    paragraphs: [
      "Invoice {invoice} for {company} {due}. It may have escaped your attention: {open} of it is still to be paid.",
      pay,
      ifWrong,
    ],
    button,
    example,
  }),
  "order.reminderSecond": text({
    name: "Second reminder, firm",
    subject: "Invoice {invoice} is overdue",
    paragraphs: [
      "Invoice {invoice} for {company} {due}, and {open} of it is still to be paid.",
      pay,
      ifWrong,
    ],
    button,
    example,
  }),
  "order.reminderThird": text({
    name: "Third reminder, formal",
    subject: "Formal notice: invoice {invoice} is overdue",
    paragraphs: [
      "Invoice {invoice} for {company} {due}, and {open} of it is still to be paid. With this notice we formally ask you to pay.",
      pay,
      ifWrong,
    ],
    button,
    example,
  }),
};
