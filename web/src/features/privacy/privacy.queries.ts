import { useQuery } from "@tanstack/react-query";
import {
  eraseMe,
  eraseUser,
  exportMyData,
  exportUserData,
  getMyErasure,
  getUserErasure,
} from "@tonneline/contract/privacy";
import type { RequestOf } from "@tonneline/contract/endpoint";
import { call, download } from "../../lib/api.ts";

/** Whose data: the caller's own, or those of the account with this id. */
export type Whose = "mine" | number;

const name = "personal-data.json";
const paramsOf = (userId: number) => ({ params: { id: String(userId) } });

/** All that is stored about a person as one JSON file for the browser to keep; the audit log notes it. */
export function downloadData(whose: Whose): Promise<void> {
  return whose === "mine"
    ? download(exportMyData, {}, name)
    : download(exportUserData, paramsOf(whose), name);
}

/** What erasing would keep, and what stands in its way; looked at each time it is asked. */
export function useErasure(whose: Whose) {
  return useQuery({
    queryKey: ["privacy", "erasure", whose],
    queryFn: ({ signal }) =>
      whose === "mine"
        ? call(getMyErasure, {}, { signal })
        : call(getUserErasure, paramsOf(whose), { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * For good, and the session with it. VALIDATION_FAILED at `password`, `code` or `passkey` for a wrong one; IN_USE with
 * what stands in the way.
 */
export function eraseMine(body: RequestOf<typeof eraseMe>["body"]): Promise<void> {
  return call(eraseMe, { body });
}

/** An account that is named once more. */
export function eraseTheirs(userId: number, username: string): Promise<void> {
  return call(eraseUser, { ...paramsOf(userId), body: { username } });
}
