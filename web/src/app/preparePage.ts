import type { AnyRoute, AnyRouteMatch } from "@tanstack/react-router";
import { currentUser } from "../lib/session.ts";
import { DefaultLayout } from "./Root.tsx";
import { router } from "./routes.tsx";

/**
 * Loads the chunks of the page at the current URL and starts its first requests while the session is still being
 * refreshed. Resolves once the layout is loaded; the router waits for the page's own chunks, and the page for its
 * data. Failures are ignored here: they occur again where the user sees them.
 */
export async function preparePage(): Promise<void> {
  const parts: Promise<unknown>[] = [];
  // Requests of users who will be redirected would be refused.
  const user = currentUser();
  const mayRead = !user?.isAnonymous && !user?.needsSecondFactor;
  const matches: AnyRouteMatch[] = router.matchRoutes(router.latestLocation);
  for (const { routeId, staticData } of matches) {
    const route = (router.routesById as Record<string, AnyRoute>)[routeId]!;
    parts.push(Promise.resolve(router.loadRouteChunk(route)));
    if (mayRead) parts.push(Promise.resolve(staticData.prepare?.()));
  }
  void Promise.allSettled(parts);
  // Most pages show registry numbers. If the first of them triggered the loading of their font, it would arrive after
  // the page has rendered, and cause a second layout.
  void document.fonts.load("450 1em 'Red Hat Mono Variable'");
  await Promise.allSettled([DefaultLayout.preload?.()]);
}
