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
export type Leads =
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

export interface Telling {
  /** Key under notifications.titles and notifications.texts. */
  text: Text;
  tone: Tone;
  leads: Leads;
  values: Values;
}

const tellings: Record<NotificationCode, Omit<Telling, "values">> = {
  "approval.requested": { text: "asked", tone: "act", leads: "request" },
  "approval.approved": { text: "agreed", tone: "done", leads: "request" },
  "approval.refused": { text: "refused", tone: "stop", leads: "request" },
  "approval.expired": { text: "expired", tone: "stop", leads: "request" },
  "cart.claim.type.changed": { text: "claimType", tone: "wait", leads: "cart" },
  "cart.impact.type.changed": { text: "impactType", tone: "wait", leads: "cart" },
  "cart.vintage.price.changed": { text: "price", tone: "wait", leads: "cart" },
  "cart.project.temporarily.unavailable": { text: "unavailable", tone: "wait", leads: "cart" },
  "cart.vintage.removed": { text: "removed", tone: "stop", leads: "project" },
  "cart.vintage.credit.ex-post": { text: "cartExPost", tone: "done", leads: "cart" },
  "cart.vintage.credit.ex-ante": { text: "cartExAnte", tone: "wait", leads: "cart" },
  "cart.vintage.year.changed": { text: "year", tone: "wait", leads: "cart" },
  "order.approved": { text: "approved", tone: "act", leads: "order" },
  "order.created": { text: "created", tone: "wait", leads: "order" },
  "order.paid": { text: "paid", tone: "done", leads: "order" },
  "order.rejected": { text: "rejected", tone: "stop", leads: "order" },
  "order.reminded": { text: "reminded", tone: "act", leads: "order" },
  "order.reopened": { text: "reopened", tone: "act", leads: "order" },
  "order.credited": { text: "credited", tone: "done", leads: "order" },
  "order.refunded": { text: "refunded", tone: "done", leads: "order" },
  "order.invoice.corrected": { text: "invoiceCorrected", tone: "act", leads: "order" },
  "portfolio.retirement.completed": { text: "completed", tone: "done", leads: "retirements" },
  "portfolio.retirement.requested": { text: "requested", tone: "flow", leads: "retirements" },
  "portfolio.vintage.credit.ex-post": { text: "heldExPost", tone: "done", leads: "portfolio" },
  "portfolio.vintage.credit.ex-ante": { text: "heldExAnte", tone: "wait", leads: "portfolio" },
  "portfolio.vintage.delivery.changed": { text: "delivery", tone: "wait", leads: "portfolio" },
  "quote.kept": { text: "quoteKept", tone: "act", leads: "quote" },
  "quote.ended": { text: "quoteEnded", tone: "flow", leads: "quote" },
  "search.news": { text: "search", tone: "act", leads: "search" },
  "support.answered": { text: "answered", tone: "act", leads: "question" },
  "record.mentioned": { text: "mentioned", tone: "act", leads: "record" },
  "user.password.changed": { text: "password", tone: "act", leads: "support" },
  "company.member.joined": { text: "joined", tone: "done", leads: "company" },
  "company.member.left": { text: "left", tone: "flow", leads: "company" },
  "company.merged": { text: "merged", tone: "flow", leads: "company" },
  "company.role.changed": { text: "role", tone: "flow", leads: "company" },
};

function isKnown(code: string): code is NotificationCode {
  return (notificationCodes as readonly string[]).includes(code);
}

/** Returns how to present a notification; undefined for a code unknown to this release. */
export function tellingOf({ code, facts }: Notification): Telling | undefined {
  if (!isKnown(code)) return undefined;
  const telling = { ...tellings[code], values: valuesOf(code, facts) };
  if (code === "approval.requested" && facts.credits === 0) {
    return { ...telling, text: "askedReports" };
  }
  // After a hold expires, some of its tonnes may remain: then the vintage is still in the cart.
  const left = code === "cart.vintage.removed" && Number(facts.after ?? 0) > 0;
  return left ? { ...telling, text: "lowered", tone: "wait", leads: "cart" } : telling;
}

function valuesOf(code: NotificationCode, facts: NotificationFacts): Values {
  const { projectName: project = "", year, reason = "" } = facts;
  return {
    project,
    item: year === undefined ? project : `${project} ${year}`,
    before: shown(code, facts.before),
    after: shown(code, facts.after),
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
function shown(code: NotificationCode, value: string | number | undefined): string {
  if (value === undefined) return "";
  if (code === "cart.vintage.price.changed") return euros(Number(value));
  if (code === "portfolio.vintage.delivery.changed") return String(value);
  if (code === "cart.vintage.removed") return tonnes(Number(value));
  const name = codeNames[value as keyof typeof codeNames] ?? String(value);
  return name.toLowerCase();
}
