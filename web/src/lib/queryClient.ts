import { QueryClient } from "@tanstack/react-query";
import { isRefusal } from "./api.ts";

/** The cache of server data that all pages share. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal does not change on retry; a lost connection may recover.
      retry: (failures, error) => !isRefusal(error) && failures < 2,
      staleTime: 10_000,
    },
  },
});
