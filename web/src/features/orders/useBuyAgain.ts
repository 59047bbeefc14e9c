import { useNavigate } from "@tanstack/react-router";
import { paths } from "../../lib/paths.ts";

export interface Line {
  vintageId: number;
  credits: number;
}

/** Opens the cart, which adds these vintages at today's prices, and reports those that are unavailable. */
export function useBuyAgain(): (lines: readonly Line[]) => void {
  const navigate = useNavigate();
  return (lines) => void navigate({ to: paths.cart, state: { addToCart: [...lines] } });
}
