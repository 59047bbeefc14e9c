import { useTranslation } from "react-i18next";
import "../../locales/en/company.ts";
import { useCompany, useHasColleagues } from "./company.queries.ts";

/** Returns how a member is called, also one who has left; undefined in a company of one, and until it is known. */
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

/** Who of the company did it, in a line, which keeps its room until that is known; nothing in a company of one. */
export function DoneBy(props: { userId: number }) {
  const { t } = useTranslation();
  const name = useMemberName()(props.userId);
  const hasColleagues = useHasColleagues();
  if (name === undefined) return hasColleagues ? <>&nbsp;</> : null;
  return <>{t("company.doneBy", { name })}</>;
}
