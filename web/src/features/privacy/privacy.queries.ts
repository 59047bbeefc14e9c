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

/** Whose data: the caller's own, or that of the account with this id. */
export type Whose = "mine" | number;

const name = "personal-data.json";
const paramsOf = (userId: number) => ({ params: { id: String(userId) } });

/** Downloads all data stored about a person as one JSON file; the audit log records it. */
export function downloadData(whose: Whose): Promise<void> {
  return whose === "mine"
    ? download(exportMyData, {}, name)
    : download(exportUserData, paramsOf(whose), name);
}

/** What erasing would retain, and what prevents it; always refetched. */
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
 * Irreversibly erases the caller's account and ends the session. VALIDATION_FAILED at `password`, `code` or `passkey`
 * for a wrong one; IN_USE with what prevents it.
 */
export function eraseMine(body: RequestOf<typeof eraseMe>["body"]): Promise<void> {
  return call(eraseMe, { body });
}

/** Erases another user's account, confirmed by its username. */
export function eraseTheirs(userId: number, username: string): Promise<void> {
  return call(eraseUser, { ...paramsOf(userId), body: { username } });
}
