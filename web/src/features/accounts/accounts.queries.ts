import {
  passwordStrength,
  register,
  remindPassword,
  resetPassword,
} from "@tonneline/contract/accounts";
import type { AnswerOf, RequestOf } from "@tonneline/contract/endpoint";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";

export function useRegister() {
  return useMutation<AnswerOf<typeof register>, Error, RequestOf<typeof register>>({
    mutationFn: (request) => call(register, request),
  });
}

export function useRemindPassword() {
  return useMutation<undefined, Error, RequestOf<typeof remindPassword>["body"]>({
    mutationFn: (body) => call(remindPassword, { body }),
  });
}

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
