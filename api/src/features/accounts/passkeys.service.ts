import {
  maxPasskeys,
  type Passkey,
  type PasskeyChallenge,
  type PasskeyCreation,
} from "@tonneline/contract/passkeys";
import type { NewPasskey, PasskeyAnswer, Proof } from "@tonneline/contract/proof";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { databaseNow, inTransaction } from "../../core/db.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import { mailPasskey } from "./accounts.mails.ts";
import { lockOwn } from "./accounts.sql.ts";
import type { Gate } from "./gate.ts";
import * as store from "./passkeys.sql.ts";
import { requireFactorLeft, withinTries, withProof } from "./secondFactor.service.ts";
import { challengeFor, creationFor, madeKey } from "./webauthn.ts";
import { consumePasskey } from "./consumePasskey.service.ts";

/** Lists the passkeys of an account, without their keys. */
export async function listPasskeys(gate: Gate, userId: number): Promise<Passkey[]> {
  return (await store.passkeysOf(gate.db, userId)).map(shown);
}

/** Returns the options for creating a passkey. Requires re-authentication; INVALID_TRANSITION if the account has twenty. */
export function beginPasskey(
  gate: Gate,
  actor: Actor,
  userId: number,
  proof: Proof,
): Promise<PasskeyCreation> {
  return withProof(gate, userId, actor.ip, proof, async (tx, { username }) => {
    const keys = await store.passkeysOf(tx, userId);
    requireBelowLimit(keys);
    return creationFor(gate.webauthn, { id: userId, username }, await databaseNow(tx), keys);
  });
}

function requireBelowLimit(keys: readonly unknown[]): void {
  if (keys.length < maxPasskeys) return;
  refuse("INVALID_TRANSITION", { detail: `An account can have at most ${maxPasskeys} passkeys.` });
}

/**
 * Stores a passkey created for a challenge of `beginPasskey`, and sends a mail. INVALID_TRANSITION if the account has
 * twenty by now.
 */
export function addPasskey(
  gate: Gate,
  actor: Actor,
  userId: number,
  name: string,
  made: NewPasskey,
): Promise<Passkey> {
  return withinTries(gate, userId, actor.ip, async (tx) => {
    const user = (await lockOwn(tx, userId)) ?? refuse("UNAUTHENTICATED");
    requireBelowLimit(await store.passkeysOf(tx, userId));
    const key = await madeKey(gate.webauthn, userId, made, await databaseNow(tx));
    if (!key) throw wrongPasskey();
    const kept = await store.insertPasskey(tx, userId, name, key);
    if (!kept)
      return refuse("INVALID_TRANSITION", { detail: "This passkey is already registered." });
    const thing = { type: "user", id: userId, name: user.username };
    await recordAudit(tx, actor, { action: "passkey.add", thing, after: { name } });
    await mailPasskey(tx, user.username, "Added", name);
    return shown(kept);
  });
}

/**
 * Removes a passkey and sends a mail. Requires re-authentication; INVALID_TRANSITION for the last factor of an account that
 * needs one.
 */
export async function removePasskey(
  gate: Gate,
  actor: Actor,
  userId: number,
  id: number,
  proof: Proof,
): Promise<void> {
  const own = await store.passkeysOf(gate.db, userId);
  if (!own.some((key) => key.id === id)) return refuse("NOT_FOUND");
  const needed = await gate.adminsNeedFactor();
  await withProof(gate, userId, actor.ip, proof, async (tx, user) => {
    const removed = (await store.deletePasskey(tx, userId, id)) ?? refuse("NOT_FOUND");
    await requireFactorLeft(tx, user, needed);
    const thing = { type: "user", id: userId, name: user.username };
    await recordAudit(tx, actor, { action: "passkey.remove", thing, before: removed });
    await mailPasskey(tx, user.username, "Removed", removed.name);
  });
}

/** Returns a challenge for the caller's passkeys, as proof for a sensitive action. */
export async function challengeMyPasskeys(gate: Gate, userId: number): Promise<PasskeyChallenge> {
  const keys = await store.passkeysOf(gate.db, userId);
  return challengeFor(gate.webauthn, `proof ${userId}`, await databaseNow(gate.db), keys);
}

/** Returns a challenge for a login; the response identifies the account. */
export async function challengePasskeys(gate: Gate): Promise<PasskeyChallenge> {
  return challengeFor(gate.webauthn, "login", await databaseNow(gate.db));
}

/** Returns the owner of the passkey that logs in. INVALID_PASSKEY for an invalid response, or one that was used before. */
export function passkeyOwner(gate: Gate, answer: PasskeyAnswer, ip: string): Promise<number> {
  const isWrong = ({ code }: Refusal) => code === "INVALID_PASSKEY";
  return gate.limits.countFailures("passkey", { account: answer.id, ip }, isWrong, () =>
    inTransaction(gate.db, async (tx) => {
      const key = await consumePasskey(tx, gate.webauthn, "login", answer);
      return key?.userId ?? refuse("INVALID_PASSKEY");
    }),
  );
}

function shown(row: { id: number; name: string; createdAt: Date; lastUsedAt: Date | null }) {
  const { id, name, createdAt, lastUsedAt } = row;
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

// Not a 401: that would log the caller out.
function wrongPasskey(): Refusal {
  const message = "This passkey could not be checked. Try again.";
  const fieldErrors = [{ path: "passkey", message }];
  return new Refusal("VALIDATION_FAILED", { detail: message, fieldErrors });
}
