import {
  addIntegration,
  captureException,
  init,
  tanstackRouterBrowserTracingIntegration,
} from "@sentry/react";
import type { AnyRouter } from "@tanstack/react-router";
import type { ClientSettings } from "@tonneline/contract/client";
import { scrub } from "./scrub.ts";

/** Matches the full URLs of our own API calls on this host. */
export const ownCalls = new RegExp(
  `^${window.location.origin.replaceAll(/[.[\]]/g, String.raw`\$&`)}/api/v1/`,
);

/** Starts Sentry. What is sent, and the sample rates, follow the specification; passwords and tokens are removed. */
export function startSentry(
  { sentryDsn, release, environment }: ClientSettings & { sentryDsn: string },
  router: AnyRouter,
  recorded: boolean,
): (error: Error, facts: Record<string, string | number>) => void {
  const isProduction = environment === "production";
  init({
    dsn: sentryDsn,
    release,
    environment,
    tracesSampleRate: 0.1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1.0,
    // Whole transactions, which every compatible service supports.
    traceLifecycle: "static",
    dataCollection: { userInfo: false, cookies: false, httpBodies: [] },
    // Opening a page is not a call: only our own calls of its trace are kept.
    integrations: isProduction ? [tracing(router)] : [],
    tracePropagationTargets: [ownCalls],
    ignoreSpans: [{ op: /^(resource|browser|paint|mark|measure|ui)/ }],
    beforeSend: scrub,
    beforeSendTransaction: scrub,
  });
  if (recorded) {
    void import("./replay.ts").then(({ recording }) => addIntegration(recording(isProduction)));
  }
  return (error, extra) => void captureException(error, { extra });
}

function tracing(router: AnyRouter) {
  return tanstackRouterBrowserTracingIntegration(router, {
    shouldCreateSpanForRequest: (url) => ownCalls.test(new URL(url, window.location.origin).href),
    enableLongTask: false,
    webVitals: { ignore: ["inp"] },
  });
}
