import type { NodeOptions } from "@sentry/node";

/** Context sent with an error: never names, passwords or tokens. */
export interface ReportFacts {
  /** The request id that the caller received. */
  requestId?: string;
  /** The request's method and path pattern. */
  call?: string;
  /** The host of the request; it determines the environment. */
  host?: string;
}

/** Reports an unexpected error to the error tracking service. */
export type Report = (error: unknown, facts?: ReportFacts) => void;

export interface Reporting {
  report: Report;
  /** Names the current trace, if there is one, by method and path pattern. */
  nameTrace(call: string): void;
  /** Flushes pending reports, for at most two seconds. */
  stop(): Promise<void>;
}

/** Reports nothing. */
export const noReporting: Reporting = {
  report: () => {},
  nameTrace: () => {},
  stop: async () => {},
};

interface Options {
  /** Where reports are sent; without it nothing is sent and the SDK is not loaded. */
  dsn: string | undefined;
  release: string;
  /** Requests to paths with this prefix are traced on the production host. */
  tracedBase: string;
  environmentOf(host: string): string;
  /** The host for work outside requests, such as jobs. */
  ownHost: string;
}

const tracesSampleRate = 0.1;
const lastReportsMs = 2000;

/** Sends errors, and a tenth of the traces of our own requests on the production host, to a Sentry-compatible DSN. */
export async function startReporting(options: Options): Promise<Reporting> {
  if (options.dsn === undefined) return noReporting;
  const sentry = await import("@sentry/node");
  const isTraced = (path: string, host: string) =>
    path.startsWith(options.tracedBase) && options.environmentOf(host) === "production";

  sentry.init({
    dsn: options.dsn,
    release: options.release,
    environment: options.environmentOf(options.ownHost),
    tracesSampleRate,
    // As whole transactions, which every compatible service supports.
    traceLifecycle: "static",
    dataCollection: noPersonalData,
    defaultIntegrations: false,
    integrations: [
      sentry.eventFiltersIntegration(),
      sentry.linkedErrorsIntegration(),
      sentry.contextLinesIntegration(),
      sentry.nodeContextIntegration(),
      sentry.requestDataIntegration(),
      sentry.httpIntegration({
        ignoreIncomingRequests: (path, { headers }) => !isTraced(path, String(headers.host)),
        ignoreOutgoingRequests: () => true,
      }),
      sentry.onUncaughtExceptionIntegration(),
      // An unhandled rejection ends the server, with or without reporting.
      sentry.onUnhandledRejectionIntegration({ mode: "strict" }),
    ],
  });

  // Only requests to the production host are traced.
  sentry.addEventProcessor((event) =>
    event.type === "transaction" ? { ...event, environment: "production" } : event,
  );

  return {
    report: (error, { host, requestId, call } = {}) =>
      sentry.withScope((scope) => {
        scope.setTags({ request_id: requestId, call });
        const environment = options.environmentOf(host ?? options.ownHost);
        scope.addEventProcessor((event) => ({ ...event, environment }));
        sentry.captureException(error);
      }),
    nameTrace: (call) => {
      const span = sentry.getActiveSpan();
      if (span) sentry.updateSpanName(sentry.getRootSpan(span), call);
    },
    stop: async () => {
      await sentry.close(lastReportsMs);
    },
  };
}

/** Bodies, headers, queries and variables may contain passwords and tokens: none of them leaves the server. */
const noPersonalData: NonNullable<NodeOptions["dataCollection"]> = {
  userInfo: false,
  cookies: false,
  httpHeaders: false,
  httpBodies: [],
  urlQueryParams: false,
  databaseQueryData: false,
  stackFrameVariables: false,
};
