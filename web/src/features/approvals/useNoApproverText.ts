import { useTranslation } from "react-i18next";
import { useCompany } from "../company/company.queries.ts";

/**
 * Returns what to do if nobody may approve a request: an owner, who may be the requester, appoints an approver;
 * others ask an owner.
 */
export function useNoApproverText(): string {
  const { t } = useTranslation();
  const { data: company } = useCompany();
  return t(company?.role === "OWNER" ? "approvals.nobodyOwner" : "approvals.nobody");
}
