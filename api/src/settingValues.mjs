// How the value of a setting is read, and what is wrong with one that cannot be. Plain JavaScript, as settings.mjs is.

import { existsSync, statSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";

/** What is wrong with a value, to be read after the name of its setting. */
export class BadValue extends Error {}

const minSecretLength = 32;
/** As it is given, for what has no form of its own. */
export const text = (/** @type {string} */ given) => given;

const unreadable = "cannot be read as an address: see its host and port";
const escaped = "the signs / ? # @ : % of a user or password are written %2F %3F %23 %40 %3A %25";

/** @param {...string} protocols */
export function url(...protocols) {
  const starts = protocols.map((each) => `${each}://`);
  return (/** @type {string} */ given) => {
    if (!starts.some((start) => given.startsWith(start)))
      throw new BadValue(`must be an address that begins with ${starts.join(" or ")}`);
    // Of http an address has to have a host; of PostgreSQL it need not.
    if (URL.canParse(given.replace(/^smtp/, "http"))) return given;
    throw new BadValue(given.includes("@") ? `${unreadable}, and ${escaped}` : unreadable);
  };
}

/** Of a server where one logs in. A password as it is typed may end the host early, and name another one. @param {...string} protocols */
export function login(...protocols) {
  const read = url(...protocols);
  return (/** @type {string} */ given) => {
    const { hash, pathname } = new URL(read(given).replace(/^smtp/, "http"));
    if (!hash && !pathname.includes("@")) return given;
    throw new BadValue(`names another host than it seems to: ${escaped}`);
  };
}

/** Mails and links go on behind it. @param {string} given */
export function publicUrl(given) {
  if (/[?#]|\/\/[^/]*@/.test(given)) throw new BadValue("must have no user, password, ? or #");
  return url("http", "https")(given);
}

/** @param {string} given */
export function dsn(given) {
  const { username, pathname } = new URL(url("http", "https")(given));
  if (username && /\/\d+$/.test(pathname)) return given;
  throw new BadValue("must have the key before the host and the number of the project at its end");
}

/** Whether it stands in addresses as it is given. @param {string} name */
function isHostName(name) {
  return (
    URL.canParse(`http://${name}`) && new URL(`http://${name}`).hostname === name.toLowerCase()
  );
}

/** @param {string} given */
export function listenedHost(given) {
  // In brackets an address stands before a port.
  if (isIP(given) !== 0 || (isHostName(given) && !given.startsWith("["))) return given;
  throw new BadValue("must be an address or a name of this machine, without protocol and port");
}

/** @param {string} given */
export function askedHost(given) {
  if (isHostName(given.replace(/:\d+$/, ""))) return given;
  throw new BadValue("must be a host, with or without a port, as it stands in addresses");
}

/** One that is there, or that can still be made. @param {string} given */
export function folder(given) {
  let existing = path.resolve(given);
  // On Windows the drive itself may not be there.
  while (!existsSync(existing) && existing !== path.dirname(existing))
    existing = path.dirname(existing);
  if (statSync(existing, { throwIfNoEntry: false })?.isDirectory() !== false) return given;
  throw new BadValue("must be a folder, and names a file");
}

/** @param {{ above?: number, min?: number, max: number, whole: boolean }} limits `above` is not in, `min` is */
export function number({ above = -Infinity, min = above, max, whole }) {
  return (/** @type {string} */ given) => {
    const value = Number(given);
    if (Number.isNaN(value)) throw new BadValue("must be a number");
    if (whole && !Number.isInteger(value)) throw new BadValue("must be a whole number");
    if (value <= above) throw new BadValue(`must be above ${above}`);
    if (value < min || value > max) throw new BadValue(`must be from ${min} to ${max}`);
    return value;
  };
}

/**
 * @template {string} const T
 * @param {readonly T[]} values
 */
export function oneOf(values) {
  return (/** @type {string} */ given) => {
    const value = values.find((each) => each === given);
    if (value !== undefined) return value;
    throw new BadValue(`must be ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`);
  };
}

/** @param {string} given */
export function secret(given) {
  if (given.length >= minSecretLength) return given;
  throw new BadValue(`must have at least ${minSecretLength} characters`);
}

/** One address as mails have it, with or without a name. @param {string} given */
export function sender(given) {
  const [, address = given] = /^(?:"[^"]*"\s*|[^@<>":;]*)<([^<>]*)>$/.exec(given) ?? [];
  if (/^[^\s@<>",;:()]+@[^\s@<>",;:()]+$/.test(address)) return given;
  throw new BadValue("must be an address, as name@host or Name <name@host>");
}

/** Addresses and networks, and the names that stand for those of this machine, of its link and of private networks. @param {string} given */
export function proxies(given) {
  if (given === "none") return [];
  const items = given.split(/[,\s]+/).filter(Boolean);
  if (items.length === 0) throw new BadValue("names no proxy: where there is none, write 'none'");
  const wrong = items.find((item) => {
    if (["loopback", "linklocal", "uniquelocal"].includes(item)) return false;
    const [address = "", bits, ...rest] = item.split("/");
    const most = isIP(address) === 6 ? 128 : 32;
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    return isIP(address) === 0 || !isNetwork || rest.length > 0;
  });
  if (wrong === undefined) return items;
  throw new BadValue(`has ${wrong}, which is no address, network or 'loopback'`);
}
