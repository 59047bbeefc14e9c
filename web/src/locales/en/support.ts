import { addTexts } from "../../lib/i18n.ts";

export const support = addTexts("support", {
  header: { support: "Support", marketing: "Talk to us" },
  form: "Contact form",
  failed: "The form could not be loaded",
  failedText: "Check your connection and try again.",
  cancel: "Cancel",
  send: "Send message",
  sent: "Your message is sent. We answer by email.",
  doneTitle: "Your message is sent",
  doneText: "We answer by email, usually within one working day.",
  field: {
    firstName: "First name",
    lastName: "Last name",
    email: "Email",
    topic: "Topic",
    message: "Message",
  },
  meeting: {
    lead: "Talk to us about what you plan: volume, schedule and contract.",
    book: "Book a meeting!",
    header: "Book a meeting",
    or: "or",
  },
});
