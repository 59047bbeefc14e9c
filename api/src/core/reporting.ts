import type { NodeOptions } from "@sentry/node";

/** What is said beside an error: never names, passwords or tokens. */
export interface ReportFacts {
  /** The id that the caller was told. */
  requestId?: string;
  /** Method and path pattern of the call. */
  call?: string;
  /** The host that the call came to; it names the environment. */
  host?: string;
}

/** Hands an unexpected error on to whoever looks after the product. */
export type Report = (error: unknown, facts?: ReportFacts) => void;

export interface Reporting {
  report: Report;
  /** Names the trace of the present call, if there is one, after its method and path pattern. */
  nameTrace(call: string): void;
  /** Sends what is still waiting; at most two seconds. */
  stop(): Promise<void>;
}

/** Sends nothing. */
export const noReporting: Reporting = {
  report: () => {},
  nameTrace: () => {},
  stop: async () => {},
};

interface Options {
  /** Where reports go; without it nothing is sent and nothing is loaded. */
  dsn: string | undefined;
  release: string;
  /** Calls are traced when their path begins with this, on the production host. */
  tracedBase: string;
  environmentOf(host: string): string;
  /** The host of work that no call caused, such as jobs. */
  ownHost: string;
}

const tracesSampleRate = 0.1;
const lastReportsMs = 2000;

/** Sends errors, and a tenth of the traces of the own calls on the production host, to a Sentry-compatible address. */
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
    // Whole transactions, which every compatible service understands.
    traceLifecycle: "static",
    dataCollection: nothingPersonal,
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
      // A rejection that nobody handles ends the server, with reports as without.
      sentry.onUnhandledRejectionIntegration({ mode: "strict" }),
    ],
  });

  // Only calls to the production host are traced.
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

/** Bodies, headers, queries and variables may hold passwords and tokens: none of them leaves the server. */
const nothingPersonal: NonNullable<NodeOptions["dataCollection"]> = {
  userInfo: false,
  cookies: false,
  httpHeaders: false,
  httpBodies: [],
  urlQueryParams: false,
  databaseQueryData: false,
  stackFrameVariables: false,
};
