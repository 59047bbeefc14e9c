import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/**
 * Leads up to the list that a page belongs to. The page's path starts with the list's, hence the exact match: the
 * list is not the current page.
 */
export function UpButton({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button component={Link} to={to} activeOptions={{ exact: true }} variant="default" size="sm">
      {children}
    </Button>
  );
}
