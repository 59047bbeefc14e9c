import { login, type TokenPair } from "@tonneline/contract/accounts";
import { useMutation } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";

export function useLogin() {
  return useMutation<TokenPair, Error, { username: string; password: string }>({
    mutationFn: (body) => call(login, { body }),
  });
}
