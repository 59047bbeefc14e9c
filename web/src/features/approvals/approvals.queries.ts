import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  approveRequest,
  getApproval,
  listApprovals,
  prolongRequest,
  refuseRequest,
  remindOfRequest,
  withdrawRequest,
} from "@tonneline/contract/approvals";
import { cartFromRequest } from "@tonneline/contract/cart";
import { call } from "../../lib/api.ts";
import { listOf } from "../../lib/lists.ts";

/** Requests of the company; by what the address says the caller's own, or those that wait for the caller. */
export const requests = listOf(listApprovals, {
  key: ["approvals"],
  sort: "createdAt",
  descending: true,
  filters: { by: /^me$/, waiting: [/^me$/, "waitingFor"] },
  refreshEveryMs: 30_000,
});

/** A request; looked at again, since a colleague may decide meanwhile. */
export function useApproval(id: string) {
  return useQuery({
    queryKey: ["approvals", "one", id],
    queryFn: ({ signal }) => call(getApproval, { params: { id } }, { signal }),
    refetchInterval: 15_000,
  });
}

/** What is done with a request; whatever it touched is read again, whether it was done or refused. */
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
  const remind = useMutation({ mutationFn: () => call(remindOfRequest, { params }), onSettled });
  const prolong = useMutation({ mutationFn: () => call(prolongRequest, { params }), onSettled });
  const toCart = useMutation({ mutationFn: () => call(cartFromRequest, { params }), onSettled });
  return { approve, refuse, withdraw, remind, prolong, toCart };
}
