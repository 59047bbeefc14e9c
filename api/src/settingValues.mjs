// Parsers for the values of settings, and their error messages. Plain JavaScript, like settings.mjs.

import { existsSync, statSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";

/** The problem with a value, worded to follow the setting's name. */
export class BadValue extends Error {}

const minSecretLength = 32;
/** Returns the value as is, for settings without a format. */
export const text = (/** @type {string} */ given) => given;

const unreadable = "cannot be read as an address: see its host and port";
const escaped =
  "the characters / ? # @ : % in a user or password are written %2F %3F %23 %40 %3A %25";

/** @param {...string} protocols */
export function url(...protocols) {
  const starts = protocols.map((each) => `${each}://`);
  return (/** @type {string} */ given) => {
    if (!starts.some((start) => given.startsWith(start)))
      throw new BadValue(`must be an address that begins with ${starts.join(" or ")}`);
    // An http URL must have a host; that of PostgreSQL need not.
    if (URL.canParse(given.replace(/^smtp/, "http"))) return given;
    throw new BadValue(given.includes("@") ? `${unreadable}, and ${escaped}` : unreadable);
  };
}

/** For servers with a login. An unescaped password may end the host early, and name another. @param {...string} protocols */
export function login(...protocols) {
  const read = url(...protocols);
  return (/** @type {string} */ given) => {
    const { hash, pathname } = new URL(read(given).replace(/^smtp/, "http"));
    if (!hash && !pathname.includes("@")) return given;
    throw new BadValue(`names another host than it seems to: ${escaped}`);
  };
}

/** Paths are appended to it in mails and links. @param {string} given */
export function publicUrl(given) {
  if (/[?#]|\/\/[^/]*@/.test(given)) throw new BadValue("must have no user, password, ? or #");
  const { pathname } = new URL(url("http", "https")(given));
  if (/^\/*$/.test(pathname)) return given;
  throw new BadValue("must have no path: the pages need a host of their own");
}

/** @param {string} given */
export function dsn(given) {
  const { username, pathname } = new URL(url("http", "https")(given));
  if (username && /\/\d+$/.test(pathname)) return given;
  throw new BadValue("must have the key before the host and the number of the project at its end");
}

/** Whether a name appears unchanged in URLs. @param {string} name */
function isHostName(name) {
  return (
    URL.canParse(`http://${name}`) && new URL(`http://${name}`).hostname === name.toLowerCase()
  );
}

/** @param {string} given */
export function listenHost(given) {
  // Brackets are only for an address with a port.
  if (isIP(given) !== 0 || (isHostName(given) && !given.startsWith("["))) return given;
  throw new BadValue("must be an address or a name of this machine, without protocol and port");
}

/** @param {string} given */
export function requestedHost(given) {
  if (isHostName(given.replace(/:\d+$/, ""))) return given;
  throw new BadValue("must be a host, with or without a port, as in web addresses");
}

/** An existing folder, or one that can be created. @param {string} given */
export function folder(given) {
  let existing = path.resolve(given);
  // On Windows the drive itself may not exist.
  while (!existsSync(existing) && existing !== path.dirname(existing))
    existing = path.dirname(existing);
  if (statSync(existing, { throwIfNoEntry: false })?.isDirectory() !== false) return given;
  throw new BadValue("must be a folder, but names a file");
}

/** @param {{ above?: number, min?: number, max: number, whole: boolean }} limits `above` is exclusive, `min` inclusive */
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

/** One address as in mails, with or without a name. @param {string} given */
export function sender(given) {
  const [, address = given] = /^(?:"[^"]*"\s*|[^@<>":;]*)<([^<>]*)>$/.exec(given) ?? [];
  if (/^[^\s@<>",;:()]+@[^\s@<>",;:()]+$/.test(address)) return given;
  throw new BadValue("must be an address, as name@host or Name <name@host>");
}

/** Addresses and networks, and the names for this machine's, link-local and private ones. @param {string} given */
export function proxies(given) {
  if (given === "none") return [];
  const items = given.split(/[,\s]+/).filter(Boolean);
  if (items.length === 0) throw new BadValue("names no proxy: if there is none, write 'none'");
  const wrong = items.find((item) => {
    if (["loopback", "linklocal", "uniquelocal"].includes(item)) return false;
    const [address = "", bits, ...rest] = item.split("/");
    const most = isIP(address) === 6 ? 128 : 32;
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    return isIP(address) === 0 || !isNetwork || rest.length > 0;
  });
  if (wrong === undefined) return items;
  throw new BadValue(`has ${wrong}, which is not an address, network or 'loopback'`);
}
