import { addTexts } from "../../lib/i18n.ts";

/** Words of the page where operators choose the words of mails. */
export const mailTexts = addTexts("mailTexts", {
  title: "Words of the mails",
  lead: "What stands in each mail of the product. Lines about an order's items and references, and the link at the foot, are added by the product.",
  toMails: "All mails",
  loading: "Loading the words",
  failed: "The words of the mails could not be loaded",
  search: "Name, subject or words",
  none: "No mail has these words.",
  own: "Own words",
  changed: "{{when}} by {{who}}",
  unknown: "a deleted account",
  group: {
    order: "Orders",
    quote: "Quotes",
    approval: "Approvals in a company",
    retirement: "Retirements",
    search: "Saved searches",
    account: "Accounts",
    company: "Companies",
    support: "Support",
  },
  subject: "Subject",
  body: "Text",
  bodyHelp: "An empty line begins a new paragraph.",
  variables: "Variables",
  variablesHelp: "Pressing one puts it where the cursor is in the text.",
  insert: "Put in {{name}}",
  preview: "Preview with examples",
  previewTitle: "Preview: {{subject}}",
  previewFailed: "No preview: {{reason}}",
  save: "Save",
  saved: "Mails are written in these words from now on: {{name}}",
  conflict:
    "{{who}} changed these words meanwhile. What you typed is kept; saving again puts it over theirs.",
  reset: "Back to the product's words…",
  resetTitle: "Go back to the product's words?",
  resetText:
    "The words that stand here now are lost. Mails written from now on have the product's own.",
  resetConfirm: "Go back",
  resetDone: "The product's own words hold again: {{name}}",
});
