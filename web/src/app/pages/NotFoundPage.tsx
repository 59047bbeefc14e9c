import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { paths } from "../../lib/paths.ts";

/** What members see at an address that no page has, with the way to the marketplace. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <EmptyState
      isPage
      title={t("app.error.notFound")}
      action={{ label: t("app.error.toMarketplace"), to: paths.spot }}
    />
  );
}
