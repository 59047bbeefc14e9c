import { useTranslation } from "react-i18next";
import "../../locales/en/company.ts";
import { useCompany, useHasColleagues } from "./company.queries.ts";

/**
 * Returns a function from user ids to display names, also of former members; undefined in a company of one, and while
 * loading.
 */
export function useMemberName(): (userId: number) => string | undefined {
  const { t } = useTranslation();
  const { data: company } = useCompany();
  return (userId) => {
    if (!company) return undefined;
    const { members } = company;
    const member = members.find((each) => each.userId === userId);
    if (!member) return t("company.formerMember");
    return members.length > 1 ? `${member.firstName} ${member.lastName}` : undefined;
  };
}

/** Names the member who did it, in one line that is reserved while loading; nothing in a company of one. */
export function DoneBy(props: { userId: number }) {
  const { t } = useTranslation();
  const name = useMemberName()(props.userId);
  const hasColleagues = useHasColleagues();
  if (name === undefined) return hasColleagues ? <>&nbsp;</> : null;
  return <>{t("company.doneBy", { name })}</>;
}
