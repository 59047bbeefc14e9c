import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  approvalStatuses,
  approveRequest,
  getApproval,
  listApprovals,
  putApprovalRules,
  refuseRequest,
  withdrawRequest,
} from "@tonneline/contract/approvals";
import type { ApprovalRule } from "@tonneline/contract/approvalRules";
import type { RequestOf } from "@tonneline/contract/endpoint";
import { call } from "../../lib/api.ts";
import { sortOf, type TableSearch, type TableSpec } from "../../lib/tableSearch.ts";

/** What the address bar says of the list. */
export const approvalsSpec: TableSpec = {
  tabs: ["all", ...approvalStatuses],
  sorts: ["createdAt", "expiresAt", "totalPriceNet"],
  sort: "createdAt",
  descending: true,
  filters: {},
};

type Query = RequestOf<typeof listApprovals>["query"];

/** What the API is asked for. */
export function queryOf(search: TableSearch): Query {
  return {
    page: String(search.page),
    size: String(search.size),
    sort: sortOf(search),
    ...(search.tab !== "all" && { status: search.tab }),
    ...(search.q.trim() && { q: search.q.trim() }),
  };
}

/** Requests of the company; the page before stays on screen while the next one loads. */
export function useApprovals(query: Query) {
  return useQuery({
    queryKey: ["approvals", "list", query],
    queryFn: ({ signal }) => call(listApprovals, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** A request; looked at again, since a colleague may decide meanwhile. */
export function useApproval(id: string) {
  return useQuery({
    queryKey: ["approvals", "one", id],
    queryFn: ({ signal }) => call(getApproval, { params: { id } }, { signal }),
    refetchInterval: 15_000,
  });
}

/** Saves under which rules an order of the company waits for a colleague. */
export function useSaveRules() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rules: ApprovalRule[]) => call(putApprovalRules, { body: rules }),
    onSettled: () => client.invalidateQueries({ queryKey: ["company", "members"] }),
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
  return { approve, refuse, withdraw };
}
