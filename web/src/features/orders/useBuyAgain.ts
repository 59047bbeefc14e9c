import { useNavigate } from "@tanstack/react-router";
import { paths } from "../../lib/paths.ts";

export interface Line {
  vintageId: number;
  credits: number;
}

/** Leads to the cart, which takes these vintages up at today's prices, and says what cannot be had. */
export function useBuyAgain(): (lines: readonly Line[]) => void {
  const navigate = useNavigate();
  return (lines) => void navigate({ to: paths.cart, state: { again: [...lines] } });
}
