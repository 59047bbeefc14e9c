import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  approveRequest,
  getApproval,
  listApprovals,
  extendRequest,
  refuseRequest,
  remindApprovers,
  withdrawRequest,
} from "@tonneline/contract/approvals";
import { restoreCartFromRequest } from "@tonneline/contract/cart";
import { call } from "../../lib/api.ts";
import { listOf } from "../../lib/lists.ts";

/**
 * Requests of the company; depending on the search parameters, only the user's own, or those that await the user's
 * decision.
 */
export const requests = listOf(listApprovals, {
  key: ["approvals"],
  file: "requests",
  sort: "createdAt",
  descending: true,
  filters: { by: /^me$/, waiting: [/^me$/, "waitingFor"] },
  refreshEveryMs: 30_000,
});

/** One request; polled, as a colleague may decide meanwhile. */
export function useApproval(id: string) {
  return useQuery({
    queryKey: ["approvals", "one", id],
    queryFn: ({ signal }) => call(getApproval, { params: { id } }, { signal }),
    refetchInterval: 15_000,
  });
}

/** The actions on a request; everything affected is refetched, whether they succeed or are refused. */
export function useDecision(id: string) {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(
      ["approvals", "orders", "cart"].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
  const params = { id };
  const approve = useMutation({
    mutationFn: (version: number) => call(approveRequest, { params, body: { version } }),
    onSettled,
  });
  const refuse = useMutation({
    mutationFn: (reason: string) => call(refuseRequest, { params, body: { reason } }),
    onSettled,
  });
  const withdraw = useMutation({
    mutationFn: () => call(withdrawRequest, { params }),
    onSettled,
  });
  const remind = useMutation({ mutationFn: () => call(remindApprovers, { params }), onSettled });
  const prolong = useMutation({ mutationFn: () => call(extendRequest, { params }), onSettled });
  const toCart = useMutation({
    mutationFn: () => call(restoreCartFromRequest, { params }),
    onSettled,
  });
  return { approve, refuse, withdraw, remind, prolong, toCart };
}
