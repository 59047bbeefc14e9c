import { text } from "./text.ts";

const request = "27";
const tonnes = "640 t";
const net = "€18,241.64";
const total = "€21,707.55";
const vat = "with VAT";
const requester = "Ilse Varendonk";
const decider = "Mira Okafor";
const until = "20 January 2026 at 12:00 (Europe/Berlin)";
const held =
  "The requested items are held until {until}. You need to log in to approve or refuse; this email alone approves nothing.";
const retirement = "318";

/** Mails about a company's approvals, retirements, searches and questions. */
export const requestTexts = {
  "approval.requested": text({
    name: "Approval is requested, to colleagues",
    subject: "{requester} asks you to approve {total} (request {request})",
    paragraphs: ["{requester} wants to order {tonnes} for {net} net, {total} {vat}.", held],
    button: "See and decide",
    example: { requester, request, tonnes, net, total, vat, until },
  }),
  "approval.reminder": text({
    name: "Approval is requested again",
    subject: "{requester} is still waiting for your approval (request {request})",
    paragraphs: [
      "{requester} wants to order {tonnes} for {net} net, {total} {vat}, and is waiting for your decision.",
      held,
    ],
    button: "See and decide",
    example: { requester, request, tonnes, net, total, vat, until },
  }),
  "approval.approved": text({
    name: "Request is approved",
    subject: "Your request {request} is approved: order {order}",
    paragraphs: [
      "{decider} approved your request for {tonnes} for {net} net, {total} {vat}. It is now order {order}.",
    ],
    button: "View the order",
    example: { decider, request, order: "10514", tonnes, net, total, vat },
  }),
  "approval.refused": text({
    name: "Request is refused",
    subject: "Your request {request} is refused",
    paragraphs: [
      "{decider} refused your request for {tonnes} for {net} net, {total} {vat}. Nothing was ordered, and the requested items are on sale again.",
      "Reason: {reason}",
    ],
    button: "See the request",
    example: { decider, request, tonnes, net, total, vat, reason: "Next quarter" },
  }),
  "approval.expired": text({
    name: "Request has expired",
    subject: "Your request {request} has expired",
    paragraphs: [
      "Nobody decided in time on your request for {tonnes} for {net} net, {total} {vat}. Nothing was ordered, and the requested items are on sale again.",
    ],
    button: "See the request",
    example: { request, tonnes, net, total, vat },
  }),
  "retirement.requested": text({
    name: "Retirement is requested, to the buyer",
    subject: "Retirement {retirement} is requested",
    paragraphs: [
      "We retire these credits at the registry and then send you the certificate. Until then they are set aside for it.",
    ],
    button: "See your portfolio",
    example: { retirement },
  }),
  "retirement.waiting": text({
    name: "Retirement waits, to operators",
    subject: "Retirement {retirement} awaits completion",
    paragraphs: [
      "A buyer requests the retirement of these credits at the registry. Retire them there, then enter the serial numbers.",
    ],
    button: "Open the retirement",
    example: { retirement },
  }),
  "retirement.requestedMany": text({
    name: "Several retirements are requested at once, to the buyer",
    subject: "{count} retirements are requested",
    paragraphs: [
      "We retire these credits at the registry and then send you a certificate for each retirement. Until then they are set aside for them.",
    ],
    button: "See your portfolio",
    example: { count: "3" },
  }),
  "retirement.waitingMany": text({
    name: "Several retirements wait, to operators",
    subject: "{count} retirements await completion",
    paragraphs: [
      "A buyer requests the retirement of these credits at the registry. Retire them there, then enter the serial numbers.",
    ],
    button: "Open the retirements",
    example: { count: "3" },
  }),
  "retirement.declined": text({
    name: "Retirement is declined",
    subject: "Retirement {retirement} is declined",
    paragraphs: ["Reason: {reason}", "The credits are back in your portfolio."],
    button: "See your portfolio",
    example: { retirement, reason: "The registry is closed until Monday" },
  }),
  "retirement.completed": text({
    name: "Retirement is completed, with the certificate",
    subject: "Retirement {retirement} is completed",
    paragraphs: [
      "These credits are permanently retired at the registry. The certificate is attached. Anybody can check it at the address below.",
    ],
    button: "Check the certificate",
    example: { retirement },
  }),
  "support.answered": text({
    name: "Answer to a question, with an account",
    subject: "Re: {topic}",
    paragraphs: [
      "{answer}",
      "You asked: {message}",
      "You can reply on the page where you read this answer.",
    ],
    button: "Read and answer",
    example: {
      topic: "Orders and invoices",
      message: "How long does an approval take?",
      answer: "Usually one working day.",
    },
  }),
  "support.answeredByMail": text({
    name: "Answer to a question, without an account",
    subject: "Re: {topic}",
    paragraphs: ["{answer}", "You asked: {message}", "Reply to this email to write again."],
    button: "",
    example: {
      topic: "Book a demo",
      message: "Do you have an hour next week?",
      answer: "Tuesday at ten suits us well.",
    },
  }),
  "search.news": text({
    name: "Updates in a saved search",
    subject: "Updates in your saved search “{search}”",
    paragraphs: ["This has changed since our last email:"],
    button: "Open the search",
    example: { search: "Mangroves in Asia" },
  }),
};
