import {
  addIntegration,
  captureException,
  init,
  tanstackRouterBrowserTracingIntegration,
} from "@sentry/react";
import type { AnyRouter } from "@tanstack/react-router";
import type { ClientSettings } from "@tonneline/contract/client";
import { scrub } from "./scrub.ts";

/** Where calls of our own go on this host, as whole addresses. */
export const ownCalls = new RegExp(
  `^${window.location.origin.replaceAll(/[.[\]]/g, String.raw`\$&`)}/api/v1/`,
);

/** What is sent and how much of it is the specification's; what holds passwords and tokens is left out. */
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
    // Whole transactions, which every compatible service understands.
    traceLifecycle: "static",
    dataCollection: { userInfo: false, cookies: false, httpBodies: [] },
    // A page that is opened is no call: of its trace only our own calls are kept.
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
