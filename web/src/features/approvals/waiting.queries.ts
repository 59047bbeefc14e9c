import { useQuery } from "@tanstack/react-query";
import type * as approvals from "@tonneline/contract/approvals";
import type * as company from "@tonneline/contract/company";
import { hasCompanyRight } from "@tonneline/contract/companyRoles";
import { endpointRef, call } from "../../lib/api.ts";
import { useUser } from "../../lib/session.ts";

// Every page requests these: without the contract's schemas, which load with the pages that need them.
const getCompany = endpointRef<typeof company.getCompany>({ method: "GET", path: "/me/company" });
const listApprovals = endpointRef<typeof approvals.listApprovals>({
  method: "GET",
  path: "/me/approvals",
});

const pollEveryMs = 60_000;

/** Returns how many colleagues' requests the user may decide on now; 0 for users who never decide. */
export function useWaitingForMe(): number {
  const user = useUser();
  const isMember = user !== undefined && !user.isAnonymous && !user.needsSecondFactor;
  const { data: decides = false } = useQuery({
    queryKey: ["company", "members"],
    queryFn: ({ signal }) => call(getCompany, {}, { signal }),
    enabled: isMember,
    select: ({ role, blocked, members }) =>
      members.length > 1 && hasCompanyRight(role, "decide", blocked),
  });
  const query = { waitingFor: "me", size: "1" } as const;
  const { data = 0 } = useQuery({
    queryKey: ["approvals", "waiting"],
    queryFn: ({ signal }) => call(listApprovals, { query }, { signal }),
    enabled: isMember && decides,
    refetchInterval: pollEveryMs,
    select: ({ totalElements }) => totalElements,
  });
  return decides ? data : 0;
}
