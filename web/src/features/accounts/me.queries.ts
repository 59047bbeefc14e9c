import {
  changePassword,
  deleteAvatar,
  getMe,
  putAvatar,
  updateMe,
} from "@tonneline/contract/accounts";
import type { ResponseOf, RequestOf } from "@tonneline/contract/endpoint";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, refreshTokens } from "../../lib/api.ts";

const meKey = ["accounts", "me"] as const;
type Me = ResponseOf<typeof getMe>;

/** The caller's account. */
export function useMe() {
  return useQuery({ queryKey: meKey, queryFn: ({ signal }) => call(getMe, {}, { signal }) });
}

/** Takes the changed account over, and a new token with it: the navigation shows what the token says. */
function useTakeOver() {
  const client = useQueryClient();
  return async (me: Me) => {
    client.setQueryData(meKey, me);
    try {
      await refreshTokens(true);
    } catch (error) {
      // What was saved is saved; the next token brings it.
      console.warn("The new name or photo shows after the next refresh", error);
    }
  };
}

/** Changes names and phone; what is left out stays, and null takes the phone away. */
export function useUpdateMe() {
  const takeOver = useTakeOver();
  return useMutation<Me, Error, RequestOf<typeof updateMe>["body"]>({
    mutationFn: (body) => call(updateMe, { body }),
    onSuccess: takeOver,
  });
}

/** Sets the photo; without a file removes it. */
export function useChangePhoto() {
  const takeOver = useTakeOver();
  const client = useQueryClient();
  return useMutation<Me, Error, File | undefined>({
    mutationFn: async (photo) => {
      if (photo) return await call(putAvatar, { file: photo });
      await call(deleteAvatar, {});
      return await call(getMe, {});
    },
    onSuccess: takeOver,
    // It may be done though no answer came.
    onError: () => client.invalidateQueries({ queryKey: meKey }),
  });
}

/**
 * Ends the caller's other sessions. VALIDATION_FAILED at `currentPassword` for a wrong one, INVALID_PASSWORD_CHANGE for
 * a new one that will not do.
 */
export function useChangePassword() {
  return useMutation<undefined, Error, RequestOf<typeof changePassword>["body"]>({
    mutationFn: (body) => call(changePassword, { body }),
  });
}
