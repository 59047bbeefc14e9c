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

/** The user's account. */
export function useMe() {
  return useQuery({ queryKey: meKey, queryFn: ({ signal }) => call(getMe, {}, { signal }) });
}

/** Caches the changed account and refreshes the tokens, since the navigation shows what is in the token. */
function useAdoptAccount() {
  const client = useQueryClient();
  return async (me: Me) => {
    client.setQueryData(meKey, me);
    try {
      await refreshTokens(true);
    } catch (error) {
      // The change is saved; the next token will contain it.
      console.warn("The new name or photo shows after the next refresh", error);
    }
  };
}

/** Changes names and phone; omitted fields keep their values, and null removes the phone. */
export function useUpdateMe() {
  const adopt = useAdoptAccount();
  return useMutation<Me, Error, RequestOf<typeof updateMe>["body"]>({
    mutationFn: (body) => call(updateMe, { body }),
    onSuccess: adopt,
  });
}

/** Sets the photo, or removes it if there is no file. */
export function useChangePhoto() {
  const adopt = useAdoptAccount();
  const client = useQueryClient();
  return useMutation<Me, Error, File | undefined>({
    mutationFn: async (photo) => {
      if (photo) return await call(putAvatar, { file: photo });
      await call(deleteAvatar, {});
      return await call(getMe, {});
    },
    onSuccess: adopt,
    // It may have succeeded although the response was lost.
    onError: () => client.invalidateQueries({ queryKey: meKey }),
  });
}

/**
 * Changes the password, which ends the user's other sessions. VALIDATION_FAILED at `currentPassword` for a wrong one,
 * INVALID_PASSWORD_CHANGE for an unacceptable new one.
 */
export function useChangePassword() {
  return useMutation<undefined, Error, RequestOf<typeof changePassword>["body"]>({
    mutationFn: (body) => call(changePassword, { body }),
  });
}
