import type { AnyRouter } from "@tanstack/react-router";
import { clientSettings } from "./clientSettings.ts";

type Facts = Record<string, string | number>;
type Send = (error: Error, facts: Facts) => void;

/** What happens before it is known whether reports are sent waits, this many at most. */
const waitingLimit = 20;
let waiting: Parameters<Send>[] = [];
let send: Send = (...report) => {
  if (waiting.length < waitingLimit) waiting.push(report);
};

/** Logs something that went wrong with its facts, and sends it on. `facts`: never names, passwords or tokens. */
export function report(thrown: unknown, facts: Facts = {}): void {
  const error = errorOf(thrown);
  console.error(error, facts);
  send(error, facts);
}

/** Sends reports where the server says; without an address nothing is loaded and nothing sent. */
export async function startReporting(router: AnyRouter): Promise<void> {
  // Links out of mails hold a token in their address: no recording begins on such a page.
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
    // Whoever cannot reach the server does not learn where reports go either.
  }
  window.removeEventListener("error", onError);
  window.removeEventListener("unhandledrejection", onRejection);
  send = next;
  for (const early of waiting) send(...early);
  waiting = [];
}

function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
