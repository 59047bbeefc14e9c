/** Maximum number of attempts within a window, which starts with the first of them. */
export interface Limit {
  perAccount: number;
  perAddress: number;
  windowSeconds: number;
  /**
   * If set, `perAccount` applies to an account from one address. Attempts from all addresses together beyond `free` per day
   * have to wait longer and longer, up to `maxDelaySeconds` each, but are never stopped: otherwise anyone could lock anyone
   * out.
   */
  anywhere?: { free: number; maxDelaySeconds: number };
}

export type LimitedAction =
  | "login"
  | "changePassword"
  | "secondFactor"
  | "passkey"
  | "register"
  | "verify"
  | "remind"
  | "reset"
  | "refresh"
  | "strength"
  | "support"
  | "certificate"
  | "upload";
export type Limits = Record<LimitedAction, Limit>;

/** Many colleagues share an address, so its limit is higher than an account's. */
export const defaultLimits: Limits = {
  // Counts failed attempts only. 50, and then one per minute, are too few to guess a password that was accepted here.
  login: {
    perAccount: 10,
    perAddress: 100,
    windowSeconds: 15 * 60,
    anywhere: { free: 50, maxDelaySeconds: 60 },
  },
  // Counts wrong current passwords only, per session: guesses elsewhere do not stop a logged-in user.
  changePassword: { perAccount: 10, perAddress: 100, windowSeconds: 15 * 60 },
  // Wrong codes from someone who already has the password.
  secondFactor: { perAccount: 10, perAddress: 100, windowSeconds: 15 * 60 },
  // Invalid responses, per passkey.
  passkey: { perAccount: 10, perAddress: 100, windowSeconds: 15 * 60 },
  register: { perAccount: 5, perAddress: 60, windowSeconds: 15 * 60 },
  verify: { perAccount: 10, perAddress: 100, windowSeconds: 15 * 60 },
  remind: { perAccount: 5, perAddress: 60, windowSeconds: 15 * 60 },
  reset: { perAccount: 10, perAddress: 60, windowSeconds: 15 * 60 },
  // Every reopened page refreshes once.
  refresh: { perAccount: 300, perAddress: 3000, windowSeconds: 5 * 60 },
  // Each takes 50 ms of CPU; choosing a password takes about ten calls.
  strength: { perAccount: 300, perAddress: 300, windowSeconds: 5 * 60 },
  // Each sends a mail to every operator.
  support: { perAccount: 10, perAddress: 60, windowSeconds: 15 * 60 },
  // Counts unknown numbers only: whoever has a certificate may look it up as often as they like.
  certificate: { perAccount: 60, perAddress: 60, windowSeconds: 15 * 60 },
  // Photos of people; uploads by operators are not counted.
  upload: { perAccount: 20, perAddress: 200, windowSeconds: 15 * 60 },
};

/** One of the counters that an attempt is counted by. */
export interface Bound {
  of: "account" | "accountAtAddress" | "address";
  allowed: number;
  windowSeconds: number;
  /** If set, an attempt beyond `allowed` has to wait at most this long, rather than until the end of the window. */
  maxDelaySeconds: number | null;
}

const daySeconds = 24 * 60 * 60;

/** Returns the counters of an attempt, in locking order. */
export function boundsOf(limit: Limit, hasAccount: boolean): Bound[] {
  const { perAccount, perAddress, windowSeconds, anywhere } = limit;
  const once = { windowSeconds, maxDelaySeconds: null };
  const address: Bound = { of: "address", allowed: perAddress, ...once };
  if (!hasAccount) return [address];
  if (!anywhere) return [{ of: "account", allowed: perAccount, ...once }, address];
  const { free: allowed, maxDelaySeconds } = anywhere;
  return [
    { of: "account", allowed, windowSeconds: daySeconds, maxDelaySeconds },
    { of: "accountAtAddress", allowed: perAccount, ...once },
    address,
  ];
}

/** Reduces an address to what counts as one caller: an IPv6 customer has a whole /64 at their disposal. */
export function callerAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.split("::");
  const groups = head === "" ? [] : head.split(":");
  const last = tail ? tail.split(":") : [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => "0");
  return [...groups, ...zeros, ...last].slice(0, 4).join(":").toLowerCase();
}

/** Returns the message for someone who made too many attempts. */
export function waitText(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  const minutes = Math.ceil(seconds / 60);
  const short = whole === 1 ? "a second" : `${whole} seconds`;
  const time = whole <= 45 ? short : minutes === 1 ? "a minute" : `${minutes} minutes`;
  return `Too many attempts. Please try again in ${time}.`;
}
