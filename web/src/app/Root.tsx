import { Outlet, useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useTitleOfContent } from "../ui/pageTitle.ts";
import { useSite } from "../lib/site.ts";
import { DialogArea } from "./DialogArea.tsx";
import { BlankLayout } from "./layouts/BlankLayout.tsx";
import { DefaultLayout } from "./layouts/DefaultLayout.tsx";
import { useFocusOnHeading } from "./useFocusOnHeading.ts";

/** Chooses the layout from the deepest route's `layout`, names the page, and moves the focus with it. */
export function Root() {
  const {
    layout = "default",
    wide = false,
    title,
  } = useMatches({
    select: (matches) => matches.at(-1)?.staticData ?? {},
  });
  const { t } = useTranslation();
  useTitle(useTitleOfContent() ?? (title && t(`app.pages.${title}`)), useSite().brand.name);
  useFocusOnHeading();
  if (layout === "bare") return <Outlet />;
  const page = <Outlet />;
  return (
    <>
      {layout === "blank" ? (
        <BlankLayout wide={wide}>{page}</BlankLayout>
      ) : (
        <DefaultLayout>{page}</DefaultLayout>
      )}
      <DialogArea />
    </>
  );
}

function useTitle(title: string | undefined, brand: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand;
  }, [title, brand]);
}
