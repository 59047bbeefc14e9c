import { hash, verify } from "@node-rs/argon2";

// OWASP's argon2id profile of 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Returns an argon2id hash of a password, which includes its parameters and salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/** Returns whether a password matches a hash; false, never an error, if the hash cannot be parsed. */
export async function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verify(passwordHash, password);
  } catch {
    return false;
  }
}

let dummy: Promise<string> | undefined;
/** Takes as long as a real check: an unknown username must not be answered faster than a known one. */
export async function runDummyPasswordCheck(password: string): Promise<void> {
  dummy ??= hashPassword("no account has this password");
  await passwordMatches(await dummy, password);
}
