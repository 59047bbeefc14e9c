import {
  maxPasskeys,
  type Passkey,
  type PasskeyChallenge,
  type PasskeyCreation,
} from "@tonneline/contract/passkeys";
import type { NewPasskey, PasskeyAnswer, Proof } from "@tonneline/contract/proof";
import { noteAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import { mailPasskeyAdded, mailPasskeyRemoved } from "./accounts.mails.ts";
import { lockUser } from "./accounts.sql.ts";
import type { AttemptLimits } from "./limits.service.ts";
import * as store from "./passkeys.sql.ts";
import type { SecondFactors } from "./secondFactor.service.ts";
import type { WebAuthn } from "./webauthn.ts";

const settingsPath = "/user/settings/details";

export type Passkeys = ReturnType<typeof createPasskeys>;

/** One's own passkeys, each of which counts as password and second factor. */
export function createPasskeys(
  db: Db,
  webauthn: WebAuthn,
  limits: AttemptLimits,
  factors: SecondFactors,
) {
  async function list(userId: number): Promise<Passkey[]> {
    return (await store.passkeysOf(db, userId)).map(shown);
  }

  /** What a browser makes a passkey of. Asks for the proof; INVALID_TRANSITION beside twenty of them. */
  function begin(actor: Actor, userId: number, proof: Proof): Promise<PasskeyCreation> {
    return factors.proven(userId, actor.ip, proof, async (tx, { username }) => {
      const keys = await store.passkeysOf(tx, userId);
      if (keys.length >= maxPasskeys) {
        return refuse("INVALID_TRANSITION", { detail: `${maxPasskeys} passkeys are the most.` });
      }
      return webauthn.creation({ id: userId, username }, await store.databaseNow(tx), keys);
    });
  }

  /** Keeps one that was made for a challenge of `begin`; told by mail. */
  function add(actor: Actor, userId: number, name: string, made: NewPasskey): Promise<Passkey> {
    return factors.guarded(userId, actor.ip, async (tx) => {
      const user = (await lockUser(tx, userId)) ?? refuse("NOT_FOUND");
      const key = await webauthn.made(userId, made, await store.databaseNow(tx));
      if (!key) throw wrongPasskey();
      const kept = await store.insertPasskey(tx, userId, name, key);
      if (!kept) return refuse("INVALID_TRANSITION", { detail: "This passkey is kept already." });
      const thing = { type: "user", id: userId, name: user.username };
      await noteAudit(tx, actor, { action: "passkey.add", thing, after: { name } });
      await mailPasskeyAdded(tx, user.username, name, settingsPath);
      return shown(kept);
    });
  }

  /** Asks for the proof; told by mail. INVALID_TRANSITION for the last factor of somebody who needs one. */
  async function remove(actor: Actor, userId: number, id: number, proof: Proof): Promise<void> {
    const own = await store.passkeysOf(db, userId);
    if (!own.some((key) => key.id === id)) return refuse("NOT_FOUND");
    const needed = await factors.adminsNeedOne();
    await factors.proven(userId, actor.ip, proof, async (tx, user) => {
      const removed = (await store.deletePasskey(tx, userId, id)) ?? refuse("NOT_FOUND");
      await factors.demandOneLeft(tx, user, needed);
      const thing = { type: "user", id: userId, name: user.username };
      await noteAudit(tx, actor, { action: "passkey.remove", thing, before: removed });
      await mailPasskeyRemoved(tx, user.username, removed.name, settingsPath);
    });
  }

  /** For one of the caller's, as a proof. */
  async function challengeMine(userId: number): Promise<PasskeyChallenge> {
    const keys = await store.passkeysOf(db, userId);
    return webauthn.challenge(`proof ${userId}`, await store.databaseNow(db), keys);
  }

  /** For a login; whose it is tells the answer. */
  async function challengeAnyone(): Promise<PasskeyChallenge> {
    return webauthn.challenge("login", await store.databaseNow(db));
  }

  /** Whose passkey logs in; INVALID_PASSKEY for an answer that is not right, or that counted before. */
  function ownerOf(answer: PasskeyAnswer, ip: string): Promise<number> {
    const isWrong = ({ code }: Refusal) => code === "INVALID_PASSKEY";
    return limits.countFailures("passkey", { account: answer.id, ip }, isWrong, () =>
      inTransaction(db, async (tx) => {
        const key = await usedKey(tx, webauthn, "login", answer);
        return key?.userId ?? refuse("INVALID_PASSKEY");
      }),
    );
  }

  return { list, begin, add, remove, challengeMine, challengeAnyone, ownerOf };
}

/** Uses an answer up; the key that it is of, or undefined when it does not count. */
export async function usedKey(
  tx: Tx,
  webauthn: WebAuthn,
  aim: Parameters<WebAuthn["answered"]>[0],
  answer: PasskeyAnswer,
) {
  const key = await store.lockPasskey(tx, answer.id);
  const use = key && (await webauthn.answered(aim, answer, key, await store.databaseNow(tx)));
  if (!use || (key.lastChallengeAt && use.madeAt <= key.lastChallengeAt)) return undefined;
  await store.noteUse(tx, key, use);
  return key;
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
