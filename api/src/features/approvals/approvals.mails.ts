import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { coded, type CodedMail } from "../../core/mailTexts/texts.ts";
import { formatEuros } from "../../core/money.ts";
import { formatInteger } from "../../core/formats.ts";

interface Mailed {
  id: number;
  totalCredits: number;
  netCents: number;
  grossCents: number;
}

const path = ({ id }: Mailed) => `/cart/requests/${id}`;
const valuesOf = ({ id, totalCredits, netCents, grossCents }: Mailed) => ({
  request: `${id}`,
  tonnes: totalCredits > 0 ? `${formatInteger(totalCredits)} t` : "reports",
  net: formatEuros(netCents),
  total: formatEuros(grossCents),
  // Judged by the amounts, as for orders: abroad there is no VAT.
  vat: grossCents > netCents ? "with VAT" : "without VAT",
});

async function mail(tx: Tx, to: readonly string[], content: CodedMail): Promise<void> {
  await writeMails(
    tx,
    to.map((each) => ({ to: each, permission: "orders:read" as const, ...content })),
  );
}

/** Asks those who may decide. The mail alone cannot approve: its link leads to the request, behind the login. */
export async function mailRequested(
  tx: Tx,
  to: readonly string[],
  request: Mailed & { requester: string; items: readonly string[]; until: string },
): Promise<void> {
  const { requester, until, items } = request;
  const content = coded(
    "approval.requested",
    { ...valuesOf(request), requester, until },
    { path: path(request), lines: [...items] },
  );
  await mail(tx, to, content);
}

/** Reminds those who may decide, at the requester's wish. */
export async function mailReminder(
  tx: Tx,
  to: readonly string[],
  request: Mailed & { requester: string; until: string },
): Promise<void> {
  const { requester, until } = request;
  const content = coded(
    "approval.reminder",
    { ...valuesOf(request), requester, until },
    { path: path(request) },
  );
  await mail(tx, to, content);
}

/** The requester, as the recipient of mails about their request. */
export interface Requester {
  username: string;
  /** Whether their role can still read requests and orders: it may have changed since the request. */
  reads: boolean;
}

/** No button leads to a page that the recipient may not read. */
const linked = ({ reads }: Requester, to: string) => (reads ? { path: to } : {});

/** Tells the requester, in the transaction that places the order; the button leads to the order. */
export async function mailApproved(
  tx: Tx,
  to: Requester,
  request: Mailed & { decider: string; orderId: number },
): Promise<void> {
  const { decider, orderId } = request;
  const content = coded(
    "approval.approved",
    { ...valuesOf(request), decider, order: `${orderId}` },
    linked(to, `/user/settings/orders/${orderId}`),
  );
  await mail(tx, [to.username], content);
}

/**
 * Tells the requester, with the decider's reason. It says that the credits are back on sale: the caller has to release
 * them.
 */
export async function mailRefused(
  tx: Tx,
  to: Requester,
  request: Mailed & { decider: string; reason: string },
): Promise<void> {
  const { decider, reason } = request;
  const content = coded(
    "approval.refused",
    { ...valuesOf(request), decider, reason },
    linked(to, path(request)),
  );
  await mail(tx, [to.username], content);
}

/**
 * Tells the requester that nobody decided in time. It says that the credits are back on sale: the caller has to release
 * them.
 */
export async function mailExpired(tx: Tx, to: Requester, request: Mailed): Promise<void> {
  const content = coded("approval.expired", valuesOf(request), linked(to, path(request)));
  await mail(tx, [to.username], content);
}
