import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** The way to the list that a page belongs to. Its address begins with that list's, but the list is not the page that is open. */
export function UpButton({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button component={Link} to={to} activeOptions={{ exact: true }} variant="default" size="sm">
      {children}
    </Button>
  );
}
