import { useTranslation } from "react-i18next";
import { TogglePill } from "../../ui/table/FilterPill.tsx";
import "../../locales/en/company.ts";
import { useHasColleagues } from "./company.queries.ts";

/** Narrows what the company has to what the caller did; nothing where nobody else does anything. */
export function MinePill(props: { on: boolean; onChange: (on: boolean) => void }) {
  const { t } = useTranslation();
  const hasColleagues = useHasColleagues();
  if (!props.on && !hasColleagues) return null;
  return <TogglePill label={t("company.mine")} {...props} />;
}
