import type { AnyRoute, AnyRouteMatch } from "@tanstack/react-router";
import { currentUser } from "../lib/session.ts";
import { DefaultLayout } from "./Root.tsx";
import { router } from "./routes.tsx";

/**
 * Loads what the page at the present address is made of, and has it ask for what it shows first, while the session is
 * still being refreshed. Done once the layout is there; the router waits for the page's own parts, and the page for its
 * data. Whatever fails here, fails again where somebody sees it.
 */
export async function preparePage(): Promise<void> {
  const parts: Promise<unknown>[] = [];
  // Who is led elsewhere is refused whatever the page asks for.
  const user = currentUser();
  const mayRead = !user?.isAnonymous && !user?.needsSecondFactor;
  const matches: AnyRouteMatch[] = router.matchRoutes(router.latestLocation);
  for (const { routeId, staticData } of matches) {
    const route = (router.routesById as Record<string, AnyRoute>)[routeId]!;
    parts.push(Promise.resolve(router.loadRouteChunk(route)));
    if (mayRead) parts.push(Promise.resolve(staticData.prepare?.()));
  }
  void Promise.allSettled(parts);
  // Numbers of registries stand on most pages. Asked for by the first of them, their font comes when the page is drawn, and
  // has it laid out a second time.
  void document.fonts.load("450 1em 'Red Hat Mono Variable'");
  await Promise.allSettled([DefaultLayout.preload?.()]);
}
