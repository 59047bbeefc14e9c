import { useQuery } from "@tanstack/react-query";
import type * as company from "@tonneline/contract/company";
import { hasCompanyRight } from "@tonneline/contract/companyRoles";
import { endpointRef, call } from "../../lib/api.ts";

// Every page requests it: without the contract's schemas, which are larger than the pages of the catalogue.
const getCompany = endpointRef<typeof company.getCompany>({ method: "GET", path: "/me/company" });

/** Whether the user is known not to buy for the company; for others, the server decides. */
export function useMayNotBuy(): boolean {
  const { data: mayNot = false } = useQuery({
    queryKey: ["company", "members"],
    queryFn: ({ signal }) => call(getCompany, {}, { signal }),
    select: ({ role, blocked }) => !hasCompanyRight(role, "buy", blocked),
  });
  return mayNot;
}
