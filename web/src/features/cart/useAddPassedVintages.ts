import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { paths } from "../../lib/paths.ts";
import { showToast } from "../../ui/toast.tsx";
import { vintagesOf, type CartModel } from "./cart.model.ts";
import { useSetCartVintage } from "./cart.queries.ts";

/**
 * Adds the vintages passed by another page to the cart, once it is loaded. It never lowers a quantity, and reports
 * vintages that are already in the cart or unavailable. Returns true while in progress.
 */
export function useAddPassedVintages(cart: CartModel | undefined): boolean {
  const { t } = useTranslation();
  const passed = useLocation({ select: ({ state }) => state.addToCart });
  const navigate = useNavigate();
  const { mutateAsync: set } = useSetCartVintage();
  const handled = useRef<unknown>(undefined);

  useEffect(() => {
    if (!passed || !cart || handled.current === passed) return;
    handled.current = passed;
    const inCart = new Map(vintagesOf(cart).map((row) => [row.vintageId, row.quantity]));
    const more = passed.filter((line) => line.credits > (inCart.get(line.vintageId) ?? 0));
    const count = passed.length - more.length;
    if (count > 0) showToast({ tone: "good", text: t("cart.again.held", { count }) });
    void Promise.allSettled(more.map((line) => set(line))).then((results) => {
      const [refused, ...others] = results.filter(({ status }) => status === "rejected");
      if (refused?.status === "rejected") {
        const values = { count: others.length + 1, reason: reasonOf(refused.reason) };
        showToast({ tone: "warn", text: t("cart.again.refused", values) });
      }
      // A reload must not add them again.
      void navigate({ to: paths.cart, state: {}, replace: true });
    });
  }, [passed, cart, navigate, set, t]);
  return passed !== undefined;
}
