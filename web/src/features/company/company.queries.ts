import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  acceptInvitation,
  changeCompany,
  changeMember,
  getCompany,
  getCompanyDetails,
  inviteMember,
  lookAtInvitation,
  removeMember,
  saveCompanyDetails,
  withdrawInvitation,
  type InvoiceDetails,
} from "@tonneline/contract/company";
import { putApprovalRules, putBudgets } from "@tonneline/contract/approvals";
import { getEInvoices, saveEInvoices } from "@tonneline/contract/eInvoices";
import { mayForCompany, type CompanyRight } from "@tonneline/contract/companyRoles";
import type { ResponseOf, RequestOf } from "@tonneline/contract/endpoint";
import { call } from "../../lib/api.ts";
import { useLastKnown } from "../../lib/lastKnown.ts";
import { removeOnce } from "../../lib/removeOnce.ts";
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
 * Saves them for the whole company and asks for the cart again, whose VAT may be another. VERSION_CONFLICT when a
 * colleague saved in between.
 */
export function useSaveCompanyDetails() {
  const client = useQueryClient();
  return useMutation({
    /** With the version that was read, a save in between is not written over. */
    mutationFn: (details: InvoiceDetails & { version?: number }) =>
      call(saveCompanyDetails, { body: details }),
    onSuccess: async (saved) => {
      client.setQueryData(detailsKey, saved);
      // Read again, as specified; should that fail, what was just saved stands.
      await client.invalidateQueries({ queryKey: detailsKey, refetchType: "all" });
      // The saved country is the cart's default for the VAT.
      await client.invalidateQueries({ queryKey: ["cart"] });
    },
  });
}

const companyKey = ["company", "members"] as const;

/** The caller's company with its members and open invitations; never known while a second factor has to be set up first. */
export function useCompany() {
  const enabled = !useUser()?.needsSecondFactor;
  return useQuery({
    enabled,
    queryKey: companyKey,
    queryFn: ({ signal }) => call(getCompany, {}, { signal }),
  });
}

/** Whether the caller is not alone in the company; until that is known, whether it was so last. */
export function useHasColleagues(): boolean {
  const { data: company } = useCompany();
  return useLastKnown(`colleagues:${useUsername()}`, company && company.members.length > 1);
}

/** Whether the caller may do this for the company; undefined until it is known. Where it cannot be, the server tells. */
export function useMayForCompany(right: CompanyRight): boolean | undefined {
  const { data, isError } = useCompany();
  if (!data) return isError || undefined;
  return mayForCompany(data.role, right, data.blocked);
}

function useCompanyChange<Given, Made>(change: (given: Given) => Promise<Made>) {
  const client = useQueryClient();
  return useMutation<Made, Error, Given>({
    mutationFn: change,
    // Somebody else may have been faster: what is there now is shown, whatever came of it.
    onSettled: () => client.invalidateQueries({ queryKey: companyKey }),
  });
}

/** Changes the name, or whether an order needs a PO number. VERSION_CONFLICT when a colleague was faster. */
export const useChangeCompany = () =>
  useCompanyChange((body: RequestOf<typeof changeCompany>["body"]) =>
    call(changeCompany, { body }),
  );

/** Mails an invitation. ALREADY_REGISTERED for an account that is a member or may not come. */
export const useInvite = () =>
  useCompanyChange((body: RequestOf<typeof inviteMember>["body"]) => call(inviteMember, { body }));

/** Makes the mailed link of an invitation useless. NOT_FOUND when it was withdrawn or accepted already. */
export const useWithdrawInvitation = () =>
  useCompanyChange((id: number) => call(withdrawInvitation, { params: { id: String(id) } }));

/** Gives a colleague another role. INVALID_TRANSITION for the last owner's. */
export const useChangeMember = () =>
  useCompanyChange(
    ({ userId, ...body }: { userId: number } & RequestOf<typeof changeMember>["body"]) =>
      call(changeMember, { params: { userId: String(userId) }, body }),
  );

/** Takes a colleague out of the company; who is out already stays so. INVALID_TRANSITION for the last owner. */
export const useRemoveMember = () =>
  useCompanyChange((userId: number) =>
    removeOnce(() => call(removeMember, { params: { userId: String(userId) } })),
  );

/** Saves under which rules an order waits for a colleague. */
export const useSaveRules = () =>
  useCompanyChange(
    ({ rules, version }: { rules: RequestOf<typeof putApprovalRules>["body"]; version: number }) =>
      call(putApprovalRules, { query: { version: String(version) }, body: rules }),
  );

/** Saves the budgets over those that were seen. */
export const useSaveBudgets = () =>
  useCompanyChange(
    ({ budgets, version }: { budgets: RequestOf<typeof putBudgets>["body"]; version: number }) =>
      call(putBudgets, { query: { version: String(version) }, body: budgets }),
  );

/** What the token of a mailed link leads to; it is asked once, since a link that is over stays so. */
export function useInvitation(token: string) {
  return useQuery({
    queryKey: ["company", "invitation", token],
    queryFn: ({ signal }) => call(lookAtInvitation, { body: { token } }, { signal }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/**
 * Joins a company by a mailed token and logs nobody in; names and a password only where the address has no verified
 * account. INVALID_TOKEN, TOKEN_EXPIRED; IN_USE when the account cannot leave its present company.
 */
export function useAcceptInvitation() {
  return useMutation<
    ResponseOf<typeof acceptInvitation>,
    Error,
    RequestOf<typeof acceptInvitation>["body"]
  >({ mutationFn: (body) => call(acceptInvitation, { body }) });
}

const eInvoicesKey = ["company", "eInvoices"] as const;

/** How the company wants its invoices as XML. */
export function useEInvoices() {
  return useQuery({
    queryKey: eInvoicesKey,
    queryFn: ({ signal }) => call(getEInvoices, {}, { signal }),
  });
}

/** Saves it; the company has another version afterwards. */
export function useSaveEInvoices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof saveEInvoices>["body"]) => call(saveEInvoices, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ["company"] }),
  });
}
