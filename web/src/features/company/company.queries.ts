import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  acceptInvitation,
  updateCompany,
  updateMember,
  getCompany,
  getCompanyDetails,
  inviteMember,
  previewInvitation,
  removeMember,
  saveCompanyDetails,
  withdrawInvitation,
  type InvoiceDetails,
} from "@tonneline/contract/company";
import { putApprovalRules, putBudgets } from "@tonneline/contract/approvals";
import { getEInvoices, saveEInvoices } from "@tonneline/contract/eInvoices";
import { hasCompanyRight, type CompanyRight } from "@tonneline/contract/companyRoles";
import type { ResponseOf, RequestOf } from "@tonneline/contract/endpoint";
import { call } from "../../lib/api.ts";
import { callOnce } from "../../lib/callOnce.ts";
import { useLastKnown } from "../../lib/lastKnown.ts";
import { removeIfExists } from "../../lib/removeIfExists.ts";
import { useUser, useUsername } from "../../lib/session.ts";

const detailsKey = ["company", "details"] as const;

/** The saved company and invoice details. */
export function useCompanyDetails() {
  return useQuery({
    queryKey: detailsKey,
    queryFn: ({ signal }) => call(getCompanyDetails, {}, { signal }),
  });
}

/**
 * Saves them for the whole company and refetches the cart, whose VAT may change. VERSION_CONFLICT if a colleague
 * saved in between.
 */
export function useSaveCompanyDetails() {
  const client = useQueryClient();
  return useMutation({
    /** With the version that was read, a save in between is not overwritten. */
    mutationFn: (details: InvoiceDetails & { version?: number }) =>
      call(saveCompanyDetails, { body: details }),
    onSuccess: async (saved) => {
      client.setQueryData(detailsKey, saved);
      // Refetched, as specified; if that fails, the saved values stay.
      await client.invalidateQueries({ queryKey: detailsKey, refetchType: "all" });
      // The saved country determines the cart's default VAT.
      await client.invalidateQueries({ queryKey: ["cart"] });
    },
  });
}

const companyKey = ["company", "members"] as const;

/** The user's company with its members and open invitations; disabled while a second factor must be set up first. */
export function useCompany() {
  const enabled = !useUser()?.needsSecondFactor;
  return useQuery({
    enabled,
    queryKey: companyKey,
    queryFn: ({ signal }) => call(getCompany, {}, { signal }),
  });
}

/** Whether the company has other members; the last known value while loading. */
export function useHasColleagues(): boolean {
  const { data: company } = useCompany();
  return useLastKnown(`colleagues:${useUsername()}`, company && company.members.length > 1);
}

/** Whether the user may do this for the company; undefined while loading. True if loading fails: the server then decides. */
export function useMayForCompany(right: CompanyRight): boolean | undefined {
  const { data, isError } = useCompany();
  if (!data) return isError || undefined;
  return hasCompanyRight(data.role, right, data.blocked);
}

function useCompanyChange<Given, Made>(change: (input: Given) => Promise<Made>) {
  const client = useQueryClient();
  return useMutation<Made, Error, Given>({
    mutationFn: change,
    // A colleague may have been faster: refetch on success and on failure.
    onSettled: () => client.invalidateQueries({ queryKey: companyKey }),
  });
}

/** Changes the name, or whether orders need a PO number. VERSION_CONFLICT if a colleague was faster. */
export const useChangeCompany = () =>
  useCompanyChange((body: RequestOf<typeof updateCompany>["body"]) =>
    call(updateCompany, { body }),
  );

/** Mails an invitation. ALREADY_REGISTERED for an account that is a member or may not join. */
export const useInvite = () =>
  useCompanyChange((body: RequestOf<typeof inviteMember>["body"]) =>
    callOnce(inviteMember, { body }),
  );

/** Invalidates the mailed link of an invitation. NOT_FOUND if it has already been withdrawn or accepted. */
export const useWithdrawInvitation = () =>
  useCompanyChange((id: number) => call(withdrawInvitation, { params: { id: String(id) } }));

/** Changes a member's role. INVALID_TRANSITION for the last owner. */
export const useChangeMember = () =>
  useCompanyChange(
    ({ userId, ...body }: { userId: number } & RequestOf<typeof updateMember>["body"]) =>
      call(updateMember, { params: { userId: String(userId) }, body }),
  );

/** Removes a member from the company; a no-op if already removed. INVALID_TRANSITION for the last owner. */
export const useRemoveMember = () =>
  useCompanyChange((userId: number) =>
    removeIfExists(() => call(removeMember, { params: { userId: String(userId) } })),
  );

/** Saves the rules by which orders require a colleague's approval. */
export const useSaveRules = () =>
  useCompanyChange(
    ({ rules, version }: { rules: RequestOf<typeof putApprovalRules>["body"]; version: number }) =>
      call(putApprovalRules, { query: { version: String(version) }, body: rules }),
  );

/** Saves the budgets, based on the version that the user saw. */
export const useSaveBudgets = () =>
  useCompanyChange(
    ({ budgets, version }: { budgets: RequestOf<typeof putBudgets>["body"]; version: number }) =>
      call(putBudgets, { query: { version: String(version) }, body: budgets }),
  );

/** Looks up the invitation of a mailed token; no retries, as an expired link stays expired. */
export function useInvitation(token: string) {
  return useQuery({
    queryKey: ["company", "invitation", token],
    queryFn: ({ signal }) => call(previewInvitation, { body: { token } }, { signal }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/**
 * Joins a company by a mailed token, without logging in; names and a password only if the address has no verified
 * account. INVALID_TOKEN, TOKEN_EXPIRED; IN_USE if the account cannot leave its present company.
 */
export function useAcceptInvitation() {
  return useMutation<
    ResponseOf<typeof acceptInvitation>,
    Error,
    RequestOf<typeof acceptInvitation>["body"]
  >({ mutationFn: (body) => call(acceptInvitation, { body }) });
}

const eInvoicesKey = ["company", "eInvoices"] as const;

/** The company's settings for XML invoices. */
export function useEInvoices() {
  return useQuery({
    queryKey: eInvoicesKey,
    queryFn: ({ signal }) => call(getEInvoices, {}, { signal }),
  });
}

/** Saves them, which changes the company's version. */
export function useSaveEInvoices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof saveEInvoices>["body"]) => call(saveEInvoices, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ["company"] }),
  });
}
