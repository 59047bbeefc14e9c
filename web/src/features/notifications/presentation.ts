import { codeNames, notificationCodes } from "@tonneline/contract/codes";
import type {
  Notification,
  NotificationCode,
  NotificationFacts,
} from "@tonneline/contract/notifications";
import type { notifications } from "../../locales/en/notifications.ts";
import { day, euros, tonnes } from "../../lib/format.ts";

/** A key of the texts, without the plural suffix that the count adds. */
type Text = Base<keyof typeof notifications.texts>;
type Base<Key> = Key extends `${infer Text}_${"one" | "other"}` ? Text : Key;
export type Tone = "act" | "wait" | "flow" | "done" | "stop" | "off";
export type Target =
  | "quote"
  | "request"
  | "cart"
  | "project"
  | "order"
  | "portfolio"
  | "retirements"
  | "search"
  | "question"
  | "support"
  | "company"
  | "record";

/** The formatted values for the texts; empty if the notification does not have them. */
type Values = Record<
  | "project"
  | "item"
  | "before"
  | "after"
  | "reason"
  | "order"
  | "invoice"
  | "total"
  | "due"
  | "tonnes"
  | "search"
  | "request"
  | "quote"
  | "person"
  | "company"
  | "role"
  | "record"
  | "topic",
  string
> & {
  /** The count for texts with a plural: projects or tonnes. */
  count: number;
};

export interface Presentation {
  /** Key under notifications.titles and notifications.texts. */
  text: Text;
  tone: Tone;
  target: Target;
  values: Values;
}

const presentations: Record<NotificationCode, Omit<Presentation, "values">> = {
  "approval.requested": { text: "asked", tone: "act", target: "request" },
  "approval.approved": { text: "agreed", tone: "done", target: "request" },
  "approval.refused": { text: "refused", tone: "stop", target: "request" },
  "approval.expired": { text: "expired", tone: "stop", target: "request" },
  "cart.claim.type.changed": { text: "claimType", tone: "wait", target: "cart" },
  "cart.impact.type.changed": { text: "impactType", tone: "wait", target: "cart" },
  "cart.vintage.price.changed": { text: "price", tone: "wait", target: "cart" },
  "cart.project.temporarily.unavailable": { text: "unavailable", tone: "wait", target: "cart" },
  "cart.vintage.removed": { text: "removed", tone: "stop", target: "project" },
  "cart.vintage.credit.ex-post": { text: "cartExPost", tone: "done", target: "cart" },
  "cart.vintage.credit.ex-ante": { text: "cartExAnte", tone: "wait", target: "cart" },
  "cart.vintage.year.changed": { text: "year", tone: "wait", target: "cart" },
  "order.approved": { text: "approved", tone: "act", target: "order" },
  "order.created": { text: "created", tone: "wait", target: "order" },
  "order.paid": { text: "paid", tone: "done", target: "order" },
  "order.rejected": { text: "rejected", tone: "stop", target: "order" },
  "order.reminded": { text: "reminded", tone: "act", target: "order" },
  "order.reopened": { text: "reopened", tone: "act", target: "order" },
  "order.credited": { text: "credited", tone: "done", target: "order" },
  "order.refunded": { text: "refunded", tone: "done", target: "order" },
  "order.invoice.corrected": { text: "invoiceCorrected", tone: "act", target: "order" },
  "portfolio.retirement.completed": { text: "completed", tone: "done", target: "retirements" },
  "portfolio.retirement.requested": { text: "requested", tone: "flow", target: "retirements" },
  "portfolio.vintage.credit.ex-post": { text: "heldExPost", tone: "done", target: "portfolio" },
  "portfolio.vintage.credit.ex-ante": { text: "heldExAnte", tone: "wait", target: "portfolio" },
  "portfolio.vintage.delivery.changed": { text: "delivery", tone: "wait", target: "portfolio" },
  "quote.kept": { text: "quoteKept", tone: "act", target: "quote" },
  "quote.ended": { text: "quoteEnded", tone: "flow", target: "quote" },
  "search.news": { text: "search", tone: "act", target: "search" },
  "support.answered": { text: "answered", tone: "act", target: "question" },
  "record.mentioned": { text: "mentioned", tone: "act", target: "record" },
  "user.password.changed": { text: "password", tone: "act", target: "support" },
  "company.member.joined": { text: "joined", tone: "done", target: "company" },
  "company.member.left": { text: "left", tone: "flow", target: "company" },
  "company.merged": { text: "merged", tone: "flow", target: "company" },
  "company.role.changed": { text: "role", tone: "flow", target: "company" },
};

function isKnown(code: string): code is NotificationCode {
  return (notificationCodes as readonly string[]).includes(code);
}

/** Returns how to present a notification; undefined for a code unknown to this release. */
export function presentationOf({ code, facts }: Notification): Presentation | undefined {
  if (!isKnown(code)) return undefined;
  const presentation = { ...presentations[code], values: valuesOf(code, facts) };
  if (code === "approval.requested" && facts.credits === 0) {
    return { ...presentation, text: "askedReports" };
  }
  // After a hold expires, some of its tonnes may remain: then the vintage is still in the cart.
  const isStillInCart = code === "cart.vintage.removed" && Number(facts.after ?? 0) > 0;
  return isStillInCart
    ? { ...presentation, text: "lowered", tone: "wait", target: "cart" }
    : presentation;
}

function valuesOf(code: NotificationCode, facts: NotificationFacts): Values {
  const { projectName: project = "", year, reason = "" } = facts;
  return {
    project,
    item: year === undefined ? project : `${project} ${year}`,
    before: formatChange(code, facts.before),
    after: formatChange(code, facts.after),
    reason,
    order: String(facts.orderId ?? ""),
    request: String(facts.approvalId ?? ""),
    quote: facts.quoteNumber ?? "",
    invoice: facts.invoiceNumber ?? "",
    total: facts.total === undefined ? "" : euros(facts.total),
    due: facts.dueOn === undefined ? "" : day(facts.dueOn),
    search: facts.searchName ?? "",
    topic: facts.topic ?? "",
    count: facts.count ?? facts.credits ?? 0,
    tonnes: facts.credits === undefined ? "" : tonnes(facts.credits),
    person: facts.person ?? "",
    company: facts.companyName ?? "",
    role: (facts.role ?? "").toLowerCase(),
    record: facts.recordType ? `${facts.recordType} ${facts.recordId}` : "",
  };
}

/** Formats the value before or after a change: euros, tonnes, a year or the name of a code, depending on what changed. */
function formatChange(code: NotificationCode, value: string | number | undefined): string {
  if (value === undefined) return "";
  if (code === "cart.vintage.price.changed") return euros(Number(value));
  if (code === "portfolio.vintage.delivery.changed") return String(value);
  if (code === "cart.vintage.removed") return tonnes(Number(value));
  const name = codeNames[value as keyof typeof codeNames] ?? String(value);
  return name.toLowerCase();
}
