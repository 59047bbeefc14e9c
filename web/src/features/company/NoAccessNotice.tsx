import { canAct } from "@tonneline/contract/companyRoles";
import { useTranslation } from "react-i18next";
import { joinList } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useCompany } from "./company.queries.ts";
import "../../locales/en/company.ts";

/**
 * Replaces a page of the company's orders that the member's role does not open, and names the owners who could change
 * the role.
 */
export function NoAccessNotice({ isPage = false }: { isPage?: boolean }) {
  const { t } = useTranslation();
  const { data: company } = useCompany();
  if (!company) return null;
  const owners = company.members.filter((each) => each.role === "OWNER" && canAct(each));
  return (
    <EmptyState
      isPage={isPage}
      title={t("company.kept.title")}
      text={t("company.kept.text", {
        role: t(`company.accept.as.${company.role}`),
        company: company.name,
        owners:
          owners.length > 0
            ? joinList(
                owners.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
                "or",
              )
            : t("company.kept.anOwner"),
      })}
      action={{ label: t("company.kept.action"), to: paths.company }}
    />
  );
}
