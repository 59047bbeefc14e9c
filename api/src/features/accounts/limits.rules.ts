/** At most this many tries within a window, which begins with the first of them. */
export interface Limit {
  perAccount: number;
  perAddress: number;
  windowSeconds: number;
  /**
   * With it `perAccount` counts an account from one address. Tries from all together wait ever longer beyond `free`
   * a day, up to `maxDelaySeconds` each, but are never stopped: anybody could lock anybody out.
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

/** Many colleagues share one address, so that it gets more than an account. */
export const defaultLimits: Limits = {
  // Only failed tries count. 50 and then one a minute are too few to guess a password that was accepted here.
  login: {
    perAccount: 10,
    perAddress: 100,
    windowSeconds: 15 * 60,
    anywhere: { free: 50, maxDelaySeconds: 60 },
  },
  // Only wrong present passwords count, by session: whoever is logged in is not stopped by guesses elsewhere.
  changePassword: { perAccount: 10, perAddress: 100, windowSeconds: 15 * 60 },
  // Wrong codes, of whoever has the password already.
  secondFactor: { perAccount: 10, perAddress: 100, windowSeconds: 15 * 60 },
  // Answers that were not right, by passkey.
  passkey: { perAccount: 10, perAddress: 100, windowSeconds: 15 * 60 },
  register: { perAccount: 5, perAddress: 60, windowSeconds: 15 * 60 },
  verify: { perAccount: 10, perAddress: 100, windowSeconds: 15 * 60 },
  remind: { perAccount: 5, perAddress: 60, windowSeconds: 15 * 60 },
  reset: { perAccount: 10, perAddress: 60, windowSeconds: 15 * 60 },
  // Every page that is reopened refreshes once.
  refresh: { perAccount: 300, perAddress: 3000, windowSeconds: 5 * 60 },
  // Each takes the server 50 ms; who chooses a password asks some ten times.
  strength: { perAccount: 300, perAddress: 300, windowSeconds: 5 * 60 },
  // Each is a mail to every operator.
  support: { perAccount: 10, perAddress: 60, windowSeconds: 15 * 60 },
  // Only numbers that do not exist count: whoever was given a certificate may look as often as they like.
  certificate: { perAccount: 60, perAddress: 60, windowSeconds: 15 * 60 },
  // Photos of people; what operators upload is not counted.
  upload: { perAccount: 20, perAddress: 200, windowSeconds: 15 * 60 },
};

/** One count that a try belongs to. */
export interface Bound {
  of: "account" | "accountAtAddress" | "address";
  allowed: number;
  windowSeconds: number;
  /** Beyond `allowed` a try has to wait this long at most, rather than to the end of the window. */
  maxDelaySeconds: number | null;
}

const daySeconds = 24 * 60 * 60;

/** The counts of a try, in the order in which they are locked. */
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

/** What of an address counts as one caller: an IPv6 customer has a whole /64 to choose from. */
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

/** What a person is told who tried too often. */
export function waitText(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  const minutes = Math.ceil(seconds / 60);
  const short = whole === 1 ? "a second" : `${whole} seconds`;
  const time = whole <= 45 ? short : minutes === 1 ? "a minute" : `${minutes} minutes`;
  return `Too many attempts. Please try again in ${time}.`;
}
