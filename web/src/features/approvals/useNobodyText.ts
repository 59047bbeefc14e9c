import { useTranslation } from "react-i18next";
import { useCompany } from "../company/company.queries.ts";

/** What to do where nobody may approve a request: an owner, who may have asked for it, names an approver; others ask one. */
export function useNobodyText(): string {
  const { t } = useTranslation();
  const { data: company } = useCompany();
  return t(company?.role === "OWNER" ? "approvals.nobodyOwner" : "approvals.nobody");
}
