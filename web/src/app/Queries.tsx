import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { queryClient } from "../lib/queryClient.ts";

/** What asks the server through the library of queries stands in here; the login page does without. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** The same around the pages of a route, where no layout brings it. */
export function AskingOutlet() {
  return (
    <Queries>
      <Outlet />
    </Queries>
  );
}
