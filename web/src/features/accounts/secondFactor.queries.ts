import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
} from "@tonneline/contract/secondFactor";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";

const key = ["accounts", "secondFactor"] as const;

/** Whether one's own login asks for a code. */
export function useSecondFactor() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getSecondFactor, {}, { signal }),
  });
}

/** Asks anew, once it was set up or removed. */
export function useRefreshSecondFactor() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: key });
}

export function begin(currentPassword: string) {
  return call(beginSecondFactor, { body: { currentPassword } });
}

export function confirm(code: string) {
  return call(confirmSecondFactor, { body: { code } });
}

export function remove(body: { currentPassword: string; code: string }) {
  return call(removeSecondFactor, { body });
}
