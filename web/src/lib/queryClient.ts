import { QueryClient } from "@tanstack/react-query";
import { isRefusal } from "./api.ts";

/** What all pages know of the server's answers. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal does not change by asking again; a lost connection may.
      retry: (failures, error) => !isRefusal(error) && failures < 2,
      staleTime: 10_000,
    },
  },
});
