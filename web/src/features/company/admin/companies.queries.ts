import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  appointOwner,
  blockCompany,
  updateCompanyRecord,
  getCompanyRecord,
  listCompanies,
  listCompanyHoldings,
  mergeCompany,
  unblockCompany,
  type CompanyRecord,
} from "@tonneline/contract/companies";
import { getCompanyAccount, getCompanyStatement } from "@tonneline/contract/documents";
import type { RequestOf } from "@tonneline/contract/endpoint";
import { listOrders } from "@tonneline/contract/orders";
import { listPriceLists } from "@tonneline/contract/priceLists";
import { listRetirements } from "@tonneline/contract/managedRetirements";
import { requestViesCheck, recordVatCheck, listVatChecks } from "@tonneline/contract/vatChecks";
import { call, download } from "../../../lib/api.ts";
import { callOnce } from "../../../lib/callOnce.ts";
import { choicesOf } from "../../../lib/choices.ts";
import { listOf, useRefreshList } from "../../../lib/lists.ts";

/** All current and former buyers. */
export const companies = listOf(listCompanies, {
  key: ["management", "companies"],
  refreshEveryMs: 5000,
  file: "companies",
  sort: "createdAt",
  descending: true,
});

const refreshEveryMs = 10_000;
const paramsOf = (id: number) => ({ id: String(id) });

/** One company, kept up to date with colleagues' changes; not requested while `id` is empty. */
export function useCompanyRecord(id: string) {
  return useQuery({
    queryKey: [...companies.key, "one", id],
    queryFn: ({ signal }) => call(getCompanyRecord, { params: { id } }, { signal }),
    enabled: id !== "",
    refetchInterval: refreshEveryMs,
  });
}

/** Searches active companies by name, VAT number or people. */
export function useCompanyChoices(q: string) {
  return useQuery({
    queryKey: [...companies.key, "choose", q],
    queryFn: ({ signal }) =>
      call(
        listCompanies,
        { query: { size: "8", sort: "name,asc", state: "ACTIVE", ...(q && { q }) } },
        { signal },
      ),
    select: ({ content }) => content,
    placeholderData: keepPreviousData,
  });
}

/** Searches companies to filter by, and returns the name of the chosen one. */
export function useCompanyNames(q: string, chosen: string | undefined) {
  const query = { size: "8", sort: "name,asc", ...(q && { q }) };
  const found = useQuery({
    queryKey: [...companies.key, "names", q],
    queryFn: ({ signal }) => call(listCompanies, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
  const one = useQuery({
    queryKey: [...companies.key, "one", chosen],
    queryFn: ({ signal }) => call(getCompanyRecord, { params: { id: chosen ?? "" } }, { signal }),
    enabled: chosen !== undefined,
  });
  return choicesOf(found.data?.content, one.data, chosen);
}

// The number of rows in a block of the company's page.
const few = "6";

/** A company's orders, open ones first, then the latest; requires permission to read orders. */
export function useCompanyOrders(id: number) {
  const query = { companyId: String(id), size: few, sort: ["waiting,asc"] };
  return useQuery({
    queryKey: ["management", "orders", "of-company", id],
    queryFn: ({ signal }) => call(listOrders, { query }, { signal }),
    refetchInterval: refreshEveryMs,
  });
}

/** A company's price lists, by descending start; requires permission to read projects. */
export function useCompanyPriceLists(id: number) {
  const query = { companyId: String(id), size: few, sort: ["validFrom,desc"] };
  return useQuery({
    queryKey: [...companies.key, "priceLists", id],
    queryFn: ({ signal }) => call(listPriceLists, { query }, { signal }),
    refetchInterval: refreshEveryMs,
  });
}

/** A company's latest retirements; requires permission to read retirements. */
export function useCompanyRetirements(id: number) {
  const query = { companyId: String(id), size: few, sort: ["requestedAt,desc"] };
  return useQuery({
    queryKey: ["management", "retirements", "of-company", id],
    queryFn: ({ signal }) => call(listRetirements, { query }, { signal }),
    refetchInterval: refreshEveryMs,
  });
}

/** A company's holdings: all of them, or those with the most available tonnes. */
export function useCompanyHoldings(id: number, all: boolean) {
  const query = { ...(!all && { size: few }), sort: ["available,desc"] };
  return useQuery({
    queryKey: [...companies.key, "holdings", id, all],
    queryFn: ({ signal }) => call(listCompanyHoldings, { params: paramsOf(id), query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** A company's latest account entries, or all of them; requires permission to read orders. */
export function useCompanyAccount(id: number, all: boolean) {
  const query = all ? {} : { size: few };
  return useQuery({
    queryKey: [...companies.key, "account", id, all],
    queryFn: ({ signal }) => call(getCompanyAccount, { params: paramsOf(id), query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEveryMs,
  });
}

/** Downloads a company's account statement for this year and last year, as PDF. */
export function downloadAccount(id: number, today: string): Promise<void> {
  const name = `statement-${id}-${today}.pdf`;
  return download(getCompanyStatement, { params: paramsOf(id), query: {} }, name);
}

const checksKey = (id: number) => [...companies.key, "vat-checks", id];

/** The latest checks of a company's VAT numbers, or all of them; requires permission to read orders. */
export function useVatChecks(id: number, all: boolean) {
  const query = all ? {} : { size: "5" };
  return useQuery({
    queryKey: [...checksKey(id), all],
    queryFn: ({ signal }) => call(listVatChecks, { params: paramsOf(id), query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

function useVatCheckMutation<Given>(id: number, check: (input: Given) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation<unknown, Error, Given>({
    mutationFn: check,
    onSettled: () => client.invalidateQueries({ queryKey: checksKey(id) }),
  });
}

/** Queries VIES, the EU's register of VAT numbers, and stores the result as a check. */
export const useCheckVies = (id: number) =>
  useVatCheckMutation(id, () => call(requestViesCheck, { params: paramsOf(id), body: {} }));

/** Stores a check that an operator made elsewhere. */
export const useRecordVatCheck = (id: number) =>
  useVatCheckMutation(id, (body: RequestOf<typeof recordVatCheck>["body"]) =>
    callOnce(recordVatCheck, { params: paramsOf(id), body }),
  );

function useCompanyChange<Given>(change: (input: Given) => Promise<CompanyRecord>) {
  const refresh = useRefreshList(companies);
  return useMutation<CompanyRecord, Error, Given>({ mutationFn: change, onSettled: refresh });
}

/** Gross euros; null removes the limit. The version is the one that the operator saw. */
export const useSetLimit = (id: number) =>
  useCompanyChange((body: Pick<CompanyRecord, "creditLimit" | "version">) =>
    call(updateCompanyRecord, { params: paramsOf(id), body }),
  );

/** Blocks a company with a reason, or unblocks it. */
export const useBlock = ({ id, state }: CompanyRecord) =>
  useCompanyChange((reason: string) =>
    state === "BLOCKED"
      ? call(unblockCompany, { params: paramsOf(id) })
      : call(blockCompany, { params: paramsOf(id), body: { reason } }),
  );

/** Irreversibly merges a company into another one. INVALID_TRANSITION if it has been merged or closed. */
export const useMerge = ({ id }: CompanyRecord) =>
  useCompanyChange((body: RequestOf<typeof mergeCompany>["body"]) =>
    callOnce(mergeCompany, { params: paramsOf(id), body }),
  );

/** Makes a member the owner. INVALID_TRANSITION if the company has an owner who can act for it. */
export const useAppointOwner = (companyId: number, userId: number) =>
  useCompanyChange((reason: string) =>
    call(appointOwner, { params: paramsOf(companyId), body: { userId, reason } }),
  );
