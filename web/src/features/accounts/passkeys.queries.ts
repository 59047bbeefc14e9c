import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
} from "@tonneline/contract/passkeys";
import type { Proof } from "@tonneline/contract/proof";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { makePasskey } from "../../lib/passkeys.ts";

/** Below that of the second factor, with which it is asked again. */
const key = ["accounts", "secondFactor", "passkeys"] as const;

/** One's own passkeys, the oldest first. */
export function usePasskeys() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listPasskeys, {}, { signal }),
    select: ({ content }) => content,
  });
}

/** Has the device make a passkey, and keeps it. */
export async function add(name: string, proof: Proof): Promise<void> {
  const creation = await call(beginPasskey, { body: proof });
  await call(addPasskey, { body: { name, passkey: await makePasskey(creation) } });
}

/**
 * Told by mail; the list is not asked again. VALIDATION_FAILED for a wrong proof, INVALID_TRANSITION for the last
 * factor where one is needed.
 */
export function remove(id: number, body: Proof) {
  return call(removePasskey, { params: { id: String(id) }, body });
}
