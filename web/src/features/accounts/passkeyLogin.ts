import type { TokenPair } from "@tonneline/contract/accounts";
import type {
  createPasskeyChallenge as challengeCall,
  loginWithPasskey as passkeyCall,
} from "@tonneline/contract/passkeys";
import { endpointRef, call } from "../../lib/api.ts";
import { answerChallenge } from "../../lib/passkeys.ts";
import { requireStorage } from "./login.ts";

const challengePasskeys = endpointRef<typeof challengeCall>({
  method: "POST",
  path: "/auth/passkeys/challenge",
});
const loginWithPasskey = endpointRef<typeof passkeyCall>({
  method: "POST",
  path: "/auth/passkeys/login",
});

/** Logs in with any passkey that the device has for this site. Also throws DeviceFailure like `requireStorage`. */
export async function logInWithPasskey(): Promise<TokenPair> {
  await requireStorage();
  const passkey = await answerChallenge(await call(challengePasskeys, {}));
  return await call(loginWithPasskey, { body: { passkey } });
}
