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

/** Whether the server answered for good that it does not take this mail, rather than that something is wrong with it. */
export function isRefusedForGood({ responseCode = 0, command = "" }: DeliveryFailure): boolean {
  return responseCode >= 500 && /^(RCPT TO|DATA)$/.test(command);
}

/** Seconds until a mail that failed so often is tried again; undefined when it is given up. */
export function secondsUntilNextTry(
  attempts: number,
  failure: DeliveryFailure,
): number | undefined {
  const most = isRefusedForGood(failure) ? triesWhenRefused : triesWhenAway;
  return attempts >= most ? undefined : waits[Math.min(attempts, waits.length) - 1];
}
