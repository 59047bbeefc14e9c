import type { AnyRouter } from "@tanstack/react-router";
import { clientSettings } from "./clientSettings.ts";

type Facts = Record<string, string | number>;
type Send = (error: Error, facts: Facts) => void;

/** Reports made before the settings are known are queued, up to this many. */
const queueLimit = 20;
let queue: Parameters<Send>[] = [];
let send: Send = (...report) => {
  if (queue.length < queueLimit) queue.push(report);
};

/** Logs an error with its facts and reports it. `facts` must never contain names, passwords or tokens. */
export function report(thrown: unknown, facts: Facts = {}): void {
  const error = errorOf(thrown);
  console.error(error, facts);
  send(error, facts);
}

/** Starts sending reports to the address in the server's settings; without one, nothing is loaded or sent. */
export async function startReporting(router: AnyRouter): Promise<void> {
  // Links in mails carry a token in their URL: such a page must not be recorded.
  const recorded = !new URLSearchParams(window.location.search).has("token");
  const onError = ({ error }: ErrorEvent) => send(errorOf(error), {});
  const onRejection = ({ reason }: PromiseRejectionEvent) => send(errorOf(reason), {});
  window.addEventListener("error", onError);
  window.addEventListener("unhandledrejection", onRejection);
  let next: Send = () => {};
  try {
    const settings = await clientSettings();
    if (settings.sentryDsn !== null) {
      const { startSentry } = await import("./sentry.ts");
      next = startSentry({ ...settings, sentryDsn: settings.sentryDsn }, router, recorded);
    }
  } catch {
    // If the server is unreachable, the address for reports is unknown too.
  }
  window.removeEventListener("error", onError);
  window.removeEventListener("unhandledrejection", onRejection);
  send = next;
  for (const early of queue) send(...early);
  queue = [];
}

function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
