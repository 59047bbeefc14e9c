import { lazyRouteComponent as lazy, Outlet, useMatches } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../lib/chunk.ts";
import { TimeSliced } from "../ui/TimeSliced.tsx";
import { useTitleOfContent } from "../ui/pageTitle.ts";
import { useDialog } from "../lib/dialogs.ts";
import { useSite } from "../lib/site.ts";
import { BlankLayout } from "./layouts/BlankLayout.tsx";
import { WaitingFrame } from "./layouts/WaitingFrame.tsx";
import { useFocusOnHeading } from "./useFocusOnHeading.ts";

/** For visitors who were sent a URL; loaded only for them. */
const OpenLayout = lazy(() => import("./layouts/OpenLayout.tsx"), "OpenLayout");
const DialogArea = lazyChunk(() => import("./DialogArea.tsx"));

/** For logged-in users; everybody else does without its code. */
export const DefaultLayout = lazy(() => import("./layouts/DefaultLayout.tsx"), "DefaultLayout");

/** Chooses the layout by the deepest route's `layout`, sets the document title, and moves the focus on navigation. */
export function Root() {
  const {
    layout = "default",
    wide = false,
    title,
  } = useMatches({
    select: (matches) => matches.at(-1)?.staticData ?? {},
  });
  const { t } = useTranslation();
  const brand = useSite((site) => site.brand.name);
  useTitle(useTitleOfContent() ?? (title && t(`app.pages.${title}`)), brand);
  useFocusOnHeading();
  const hasDialog = useDialog(({ opened }) => opened !== undefined);
  if (layout === "bare") return <Outlet />;
  const page = <Outlet />;
  return (
    <>
      {layout === "blank" && <BlankLayout wide={wide}>{page}</BlankLayout>}
      {layout === "open" && (
        <Suspense>
          <OpenLayout>{page}</OpenLayout>
        </Suspense>
      )}
      {layout === "default" && (
        <TimeSliced fallback={<WaitingFrame />}>
          <DefaultLayout>{page}</DefaultLayout>
        </TimeSliced>
      )}
      {hasDialog && (
        <Suspense>
          <DialogArea />
        </Suspense>
      )}
    </>
  );
}

function useTitle(title: string | undefined, brand: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand;
  }, [title, brand]);
}
