import {
  checkPasswordStrength,
  register,
  requestPasswordReset,
  resetPassword,
} from "@tonneline/contract/accounts";
import type { ResponseOf, RequestOf } from "@tonneline/contract/endpoint";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";

/**
 * Creates an account and mails a link that verifies its address; does not log in. ALREADY_REGISTERED;
 * INVALID_PASSWORD_CHANGE with the reason at `password`.
 */
export function useRegister() {
  return useMutation<ResponseOf<typeof register>, Error, RequestOf<typeof register>>({
    mutationFn: (request) => call(register, request),
  });
}

/**
 * Mails a link to set a new password, valid for an hour. Succeeds for an unknown address too, so as not to disclose
 * who has an account.
 */
export function useRemindPassword() {
  return useMutation<undefined, Error, RequestOf<typeof requestPasswordReset>["body"]>({
    mutationFn: (body) => call(requestPasswordReset, { body }),
  });
}

/**
 * Sets a password by a mailed token: all sessions end, and nobody is logged in. INVALID_TOKEN or TOKEN_EXPIRED for an
 * invalid or expired link; it remains valid if the password is refused by INVALID_PASSWORD_CHANGE.
 */
export function useResetPassword() {
  return useMutation<undefined, Error, RequestOf<typeof resetPassword>["body"]>({
    mutationFn: (body) => call(resetPassword, { body }),
  });
}

/** The strength of a password as it is typed; nothing is cached once the field is gone. */
export function usePasswordStrength(password: string, username: string) {
  return useQuery({
    queryKey: ["accounts", "strength", password, username],
    queryFn: ({ signal }) => {
      const body = { password, username: username.slice(0, 254) };
      return call(checkPasswordStrength, { body }, { signal });
    },
    enabled: password !== "" && password.length <= 1024,
    placeholderData: password === "" ? undefined : keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}
