import { Outlet, useMatches, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { BlankLayout } from "./layouts/BlankLayout.tsx";
import { DefaultLayout } from "./layouts/DefaultLayout.tsx";

/** Chooses the layout from the deepest route's `layout`, names the page, and moves the focus with it. */
export function Root() {
  const { layout = "default", title } = useMatches({
    select: (matches) => matches.at(-1)?.staticData ?? {},
  });
  useTitle(title);
  useFocusOnHeading();
  const Layout = layout === "blank" ? BlankLayout : DefaultLayout;
  return (
    <Layout>
      <Outlet />
    </Layout>
  );
}

function useTitle(title: string | undefined) {
  const { t } = useTranslation();
  const brand = t("app.brand");
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand;
  }, [title, brand]);
}

/** After a navigation, the heading of the new page: else a screen reader stays silent about it. */
function useFocusOnHeading() {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const first = useRef(true);
  useEffect(() => {
    if (pathname === undefined) return;
    if (first.current) {
      first.current = false;
      return;
    }
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading || document.activeElement?.closest("main")) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}
