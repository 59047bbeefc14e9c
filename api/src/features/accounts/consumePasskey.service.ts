import type { PasskeyAnswer } from "@tonneline/contract/proof";
import { databaseNow, type Tx } from "../../core/db.ts";
import * as store from "./passkeys.sql.ts";
import { answeredBy, type Aim, type WebAuthn } from "./webauthn.ts";

/** Uses up a response and returns its passkey; undefined if the response does not count. */
export async function consumePasskey(tx: Tx, webauthn: WebAuthn, aim: Aim, answer: PasskeyAnswer) {
  const key = await store.lockPasskey(tx, answer.id);
  const use = key && (await answeredBy(webauthn, aim, answer, key, await databaseNow(tx)));
  if (!use || (key.lastChallengeAt && use.madeAt <= key.lastChallengeAt)) return undefined;
  await store.recordUse(tx, key, use);
  return key;
}
