import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import type { MailContent } from "../../core/mailText.ts";

const money = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });
const whole = new Intl.NumberFormat("en");
const moment = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

interface Mailed {
  id: number;
  totalCredits: number;
  netCents: number;
  grossCents: number;
}

const action = (id: number) => ({ label: "See the request", path: `/cart/requests/${id}` });
const what = ({ totalCredits, netCents, grossCents }: Mailed) =>
  `${whole.format(totalCredits)} t for ${money.format(netCents / 100)} net, ${money.format(grossCents / 100)} with VAT`;

async function mail(tx: Tx, to: readonly string[], content: MailContent): Promise<void> {
  await writeMails(
    tx,
    to.map((each) => ({ to: each, permission: "orders:read" as const, ...content })),
  );
}

/** Asks those who may decide. A mail alone approves nothing: its link leads to the request, behind the login. */
export async function mailRequested(
  tx: Tx,
  to: readonly string[],
  request: Mailed & { requester: string; items: readonly string[]; expiresAt: Date },
): Promise<void> {
  await mail(tx, to, {
    subject: `${request.requester} asks you to approve ${money.format(request.grossCents / 100)} (request ${request.id})`,
    paragraphs: [
      `${request.requester} asks to order ${what(request)}.`,
      `The credits are held until ${moment.format(request.expiresAt)} UTC. Approving or refusing needs your login; this mail alone approves nothing.`,
    ],
    lines: [...request.items],
    action: { label: "See and decide", path: `/cart/requests/${request.id}` },
  });
}

/** The same once more, by the requester's wish. */
export async function mailReminder(
  tx: Tx,
  to: readonly string[],
  request: Mailed & { requester: string; expiresAt: Date },
): Promise<void> {
  await mail(tx, to, {
    subject: `${request.requester} still waits for your approval (request ${request.id})`,
    paragraphs: [
      `${request.requester} asks to order ${what(request)}, and reminds you of it.`,
      `The credits are held until ${moment.format(request.expiresAt)} UTC. Approving or refusing needs your login; this mail alone approves nothing.`,
    ],
    action: { label: "See and decide", path: `/cart/requests/${request.id}` },
  });
}

export async function mailApproved(
  tx: Tx,
  to: string,
  request: Mailed & { decider: string; orderId: number },
): Promise<void> {
  await mail(tx, [to], {
    subject: `Your request ${request.id} is approved: order ${request.orderId}`,
    paragraphs: [
      `${request.decider} approved your request for ${what(request)}. It is order ${request.orderId} now.`,
    ],
    action: { label: "View the order", path: `/user/settings/orders/${request.orderId}` },
  });
}

export async function mailRefused(
  tx: Tx,
  to: string,
  request: Mailed & { decider: string; reason: string },
): Promise<void> {
  await mail(tx, [to], {
    subject: `Your request ${request.id} is refused`,
    paragraphs: [
      `${request.decider} refused your request for ${what(request)}. Nothing was ordered, and its credits are on sale again.`,
      `Reason: ${request.reason}`,
    ],
    action: action(request.id),
  });
}

export async function mailExpired(tx: Tx, to: string, request: Mailed): Promise<void> {
  await mail(tx, [to], {
    subject: `Your request ${request.id} has ended`,
    paragraphs: [
      `Nobody decided in time on your request for ${what(request)}. Nothing was ordered, and its credits are on sale again.`,
    ],
    action: action(request.id),
  });
}
