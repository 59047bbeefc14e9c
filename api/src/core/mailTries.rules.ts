const minute = 60;

/** Seconds until the next try, after the first, the second … failure; the last one repeats. */
const waits = [5, 30, 2 * minute, 10 * minute, 30 * minute, 60 * minute];

// About 20 hours: a mail server that is away for a night loses nothing.
const triesWhenAway = 24;
// About 45 minutes: a mailbox that does not exist will not begin to.
const triesWhenRefused = 6;

/** A failure as the mail library tells it. */
export interface DeliveryFailure {
  /** The server's reply, 400 to 599; absent when there was none. */
  responseCode?: number | undefined;
  /** What was being said to the server. */
  command?: string | undefined;
}

// A server says so at any moment, of itself.
const closing = 421;

/** Whether the server answered that it does not take this mail, rather than that something is wrong with it. */
export function isRefused({ responseCode = 0, command = "" }: DeliveryFailure): boolean {
  return responseCode >= 400 && responseCode !== closing && /^(RCPT TO|DATA)$/.test(command);
}

/** Whether the server answered for good that it does not take this mail. */
export function isRefusedForGood(failure: DeliveryFailure): boolean {
  return isRefused(failure) && failure.responseCode! >= 500;
}

/** Seconds until a mail that failed so often is tried again; undefined when it is given up. */
export function secondsUntilNextTry(
  attempts: number,
  failure: DeliveryFailure,
): number | undefined {
  const most = isRefusedForGood(failure) ? triesWhenRefused : triesWhenAway;
  return attempts >= most ? undefined : waits[Math.min(attempts, waits.length) - 1];
}
