/** At most this many tries within a window, which begins with the first of them. */
export interface Limit {
  perAccount: number;
  perAddress: number;
  windowSeconds: number;
}

export type LimitedAction =
  | "login"
  | "register"
  | "verify"
  | "remind"
  | "reset"
  | "refresh"
  | "strength"
  | "support"
  | "certificate";
export type Limits = Record<LimitedAction, Limit>;

/** Many colleagues share one address, so that it gets more than an account. */
export const defaultLimits: Limits = {
  // Only failed tries count; a change of password shares the count of its account.
  login: { perAccount: 10, perAddress: 100, windowSeconds: 15 * 60 },
  register: { perAccount: 5, perAddress: 60, windowSeconds: 15 * 60 },
  verify: { perAccount: 10, perAddress: 100, windowSeconds: 15 * 60 },
  remind: { perAccount: 5, perAddress: 60, windowSeconds: 15 * 60 },
  reset: { perAccount: 10, perAddress: 60, windowSeconds: 15 * 60 },
  // Every page that is opened anew refreshes once.
  refresh: { perAccount: 300, perAddress: 3000, windowSeconds: 5 * 60 },
  strength: { perAccount: 300, perAddress: 1000, windowSeconds: 5 * 60 },
  // Each is a mail to every operator.
  support: { perAccount: 10, perAddress: 60, windowSeconds: 15 * 60 },
  // Only numbers that do not exist count: whoever was given a certificate may look as often as they like.
  certificate: { perAccount: 60, perAddress: 60, windowSeconds: 15 * 60 },
};

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
  const minutes = Math.ceil(seconds / 60);
  const time = seconds <= 60 ? "a minute" : `${minutes} minutes`;
  return `Too many attempts. Please try again in ${time}.`;
}
