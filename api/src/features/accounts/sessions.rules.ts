import Bowser from "bowser";
import { callerAddress } from "./limits.rules.ts";

const known: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));

/** Returns "Firefox on Linux" from a user agent; null for an unknown browser, whatever it claims. */
export function browserOf(userAgent: string): string | null {
  if (userAgent === "") return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, 400));
  if (!browser.name || !known.has(browser.name)) return null;
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}

/** Masks an address so that its user can still recognise it: 203.0.113.x, 2001:db8:1::. */
export function coarseAddress(ip: string): string {
  const address = callerAddress(ip);
  if (!address.includes(":")) return address.replace(/\d+$/, "x");
  return `${address.split(":").slice(0, 3).join(":")}::`.replace(/^0:0:0::$/, "::");
}
