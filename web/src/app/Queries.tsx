import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { queryClient } from "../lib/queryClient.ts";

/** Provides the query client; the login page does without it. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** The same for the pages of a route whose layout does not provide it. */
export function QueryOutlet() {
  return (
    <Queries>
      <Outlet />
    </Queries>
  );
}
