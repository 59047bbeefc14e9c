import { Outlet, useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useTitleOfContent } from "../ui/pageTitle.ts";
import { BlankLayout } from "./layouts/BlankLayout.tsx";
import { DefaultLayout } from "./layouts/DefaultLayout.tsx";
import { useFocusOnHeading } from "./useFocusOnHeading.ts";

/** Chooses the layout from the deepest route's `layout`, names the page, and moves the focus with it. */
export function Root() {
  const { layout = "default", title } = useMatches({
    select: (matches) => matches.at(-1)?.staticData ?? {},
  });
  const { t } = useTranslation();
  useTitle(useTitleOfContent() ?? (title && t(`app.pages.${title}`)), t("app.brand"));
  useFocusOnHeading();
  const Layout = layout === "blank" ? BlankLayout : DefaultLayout;
  return (
    <Layout>
      <Outlet />
    </Layout>
  );
}

function useTitle(title: string | undefined, brand: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand;
  }, [title, brand]);
}
