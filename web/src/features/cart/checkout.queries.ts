import { useMemo } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { checkout, previewCartApproval, type CheckoutBody } from "@tonneline/contract/cart";
import { call } from "../../lib/api.ts";
import { createAttempts } from "../../lib/attempts.ts";
import { useUsername } from "../../lib/session.ts";
import { useDrafts } from "../company/company.draft.ts";
import { orderKeys } from "../orders/orders.queries.ts";
import { emptied, type CartModel } from "./cart.model.ts";
import { cartKeys } from "./cart.queries.ts";

/** The checkout attempt without a response, if any; it survives a reload. */
export function useAttempts() {
  const username = useUsername();
  return useMemo(
    () => createAttempts<CheckoutBody>(sessionStorage, `checkout:${username}`, checkout.body),
    [username],
  );
}

/**
 * Orders a version of the cart. The same content is always sent with the same idempotency key, so that a retry after
 * a lost response returns the existing order. Returns the order, or the approval request that it became; then the
 * cart is empty and the drafts are cleared.
 */
export function useCheckout() {
  const client = useQueryClient();
  const username = useUsername();
  const attempts = useAttempts();
  return useMutation({
    mutationFn: (wanted: CheckoutBody) =>
      attempts.send(wanted, ({ key, body }) => call(checkout, { body }, { idempotencyKey: key })),
    onSuccess: (done) => {
      if ("id" in done) client.setQueryData(orderKeys.one(String(done.id)), done);
      client.setQueriesData<CartModel>({ queryKey: cartKeys.all }, (cart) => cart && emptied(cart));
      useDrafts.getState().clear(username);
      // Not awaited: the order is shown immediately.
      void client.invalidateQueries({ queryKey: cartKeys.all });
      void client.invalidateQueries({ queryKey: [...orderKeys.all, "list"] });
      void client.invalidateQueries({ queryKey: ["approvals"] });
    },
  });
}

/** Whether ordering this version of the cart would need a colleague's approval. */
export function useApprovalPreview(version: number, costCentre: string | null | undefined) {
  const query = costCentre ? { costCentre } : {};
  return useQuery({
    queryKey: ["approvals", "foreseen", version, query],
    queryFn: ({ signal }) => call(previewCartApproval, { query }, { signal }),
    staleTime: 0,
  });
}

export type Checkout = ReturnType<typeof useCheckout>;
