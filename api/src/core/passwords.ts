import { hash, verify } from "@node-rs/argon2";

// OWASP's argon2id profile of 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** An argon2id hash of a password, with its parameters and salt in the text. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/** Whether a password belongs to a hash; false, never an error, for a hash that cannot be read. */
export async function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verify(passwordHash, password);
  } catch {
    return false;
  }
}

let dummy: Promise<string> | undefined;
/** The same work as a real check: an unknown username must not answer sooner than a known one. */
export async function runDummyPasswordCheck(password: string): Promise<void> {
  dummy ??= hashPassword("no account has this password");
  await passwordMatches(await dummy, password);
}
