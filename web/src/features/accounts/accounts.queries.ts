import {
  passwordStrength,
  register,
  remindPassword,
  resetPassword,
} from "@tonneline/contract/accounts";
import type { ResponseOf, RequestOf } from "@tonneline/contract/endpoint";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";

/**
 * Makes an account and has a link mailed that verifies its address; nobody is logged in. ALREADY_REGISTERED;
 * INVALID_PASSWORD_CHANGE with what is wrong at `password`.
 */
export function useRegister() {
  return useMutation<ResponseOf<typeof register>, Error, RequestOf<typeof register>>({
    mutationFn: (request) => call(register, request),
  });
}

/**
 * Has a link for a new password mailed, good for an hour. Succeeds for an unknown address too, so that nobody learns
 * who has an account.
 */
export function useRemindPassword() {
  return useMutation<undefined, Error, RequestOf<typeof remindPassword>["body"]>({
    mutationFn: (body) => call(remindPassword, { body }),
  });
}

/**
 * Sets a password by the token of a mail: every session ends, and nobody is logged in. INVALID_TOKEN or TOKEN_EXPIRED
 * for a link that is over; it stays good when the password is refused by INVALID_PASSWORD_CHANGE.
 */
export function useResetPassword() {
  return useMutation<undefined, Error, RequestOf<typeof resetPassword>["body"]>({
    mutationFn: (body) => call(resetPassword, { body }),
  });
}

/** How strong a password is that is being typed; nothing of it is kept once the field is gone. */
export function usePasswordStrength(password: string, username: string) {
  return useQuery({
    queryKey: ["accounts", "strength", password, username],
    queryFn: ({ signal }) => {
      const body = { password, username: username.slice(0, 254) };
      return call(passwordStrength, { body }, { signal });
    },
    enabled: password !== "" && password.length <= 1024,
    placeholderData: password === "" ? undefined : keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}
