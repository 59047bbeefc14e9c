const minute = 60;

/** Seconds until the next try, after the first, the second … failure; the last one repeats. */
const waits = [5, 30, 2 * minute, 10 * minute, 30 * minute, 60 * minute];

// About 20 hours: no mail is lost if a mail server is down overnight.
const maxTriesOnOutage = 24;
// About 45 minutes: a mailbox that does not exist will not appear.
const maxTriesOnRefusal = 6;

/** A failure as the mail library reports it. */
export interface DeliveryFailure {
  /** The server's reply, 400 to 599; absent if there was none. */
  responseCode?: number | undefined;
  /** The SMTP command that failed. */
  command?: string | undefined;
}

// A server may send this at any time, unrelated to the mail.
const closing = 421;

/** Returns whether the server rejected this mail, as opposed to having a problem of its own. */
export function isRefused({ responseCode = 0, command = "" }: DeliveryFailure): boolean {
  return responseCode >= 400 && responseCode !== closing && /^(RCPT TO|DATA)$/.test(command);
}

/** Returns whether the server rejected this mail permanently. */
export function isRefusedForGood(failure: DeliveryFailure): boolean {
  return isRefused(failure) && failure.responseCode! >= 500;
}

/** Returns the seconds until a mail is retried after so many attempts; undefined if it is given up. */
export function secondsUntilNextTry(
  attempts: number,
  failure: DeliveryFailure,
): number | undefined {
  const most = isRefusedForGood(failure) ? maxTriesOnRefusal : maxTriesOnOutage;
  return attempts >= most ? undefined : waits[Math.min(attempts, waits.length) - 1];
}
