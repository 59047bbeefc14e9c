import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
} from "@tonneline/contract/passkeys";
import type { Proof } from "@tonneline/contract/proof";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { createPasskey } from "../../lib/passkeys.ts";

/** Below the key of the second factor, so both are invalidated together. */
const key = ["accounts", "secondFactor", "passkeys"] as const;

/** The user's passkeys, oldest first. */
export function usePasskeys() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listPasskeys, { query: {} }, { signal }),
    select: ({ content }) => content,
  });
}

/** Has the device create a passkey, and registers it. */
export async function add(name: string, proof: Proof): Promise<void> {
  const creation = await call(beginPasskey, { body: proof });
  await call(addPasskey, { body: { name, passkey: await createPasskey(creation) } });
}

/**
 * Removes a passkey, which the server reports by mail; does not refetch the list. VALIDATION_FAILED for a wrong
 * proof, INVALID_TRANSITION for the last factor if one is required.
 */
export function remove(id: number, body: Proof) {
  return call(removePasskey, { params: { id: String(id) }, body });
}
