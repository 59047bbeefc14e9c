import { useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { paths } from "../../lib/paths.ts";
import { firstManagementPage } from "../guards.ts";

/** Shown to members at unknown paths, with a link to the marketplace, or within management to its first page. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const isManaged = useLocation({
    select: ({ pathname }) => pathname.startsWith(`${paths.management}/`),
  });
  const action =
    isManaged && firstManagementPage() !== paths.home
      ? { label: t("app.nav.management"), to: paths.management }
      : { label: t("app.error.toMarketplace"), to: paths.spot };
  return <EmptyState isPage title={t("app.error.notFound")} action={action} />;
}
