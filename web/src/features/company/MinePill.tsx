import { useTranslation } from "react-i18next";
import { TogglePill } from "../../ui/table/FilterPill.tsx";
import "../../locales/en/company.ts";
import { useHasColleagues } from "./company.queries.ts";

/** Narrows the company's list to what the user did; renders nothing in a company of one. */
export function MinePill(props: { on: boolean; onChange: (on: boolean) => void }) {
  const { t } = useTranslation();
  const hasColleagues = useHasColleagues();
  if (!props.on && !hasColleagues) return null;
  return <TogglePill label={t("company.mine")} {...props} />;
}
