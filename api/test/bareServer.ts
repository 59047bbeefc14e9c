import { noReporting } from "../src/core/reporting.ts";
import { createServer } from "../src/core/http/server.ts";

/** Creates a silent server without a database, features or routes. */
export const bareServer = (options: Partial<Parameters<typeof createServer>[0]> = {}) =>
  createServer({
    logLevel: "silent",
    trustedProxies: [],
    https: false,
    frames: async () => [],
    connectTo: [],
    recorded: false,
    reporting: noReporting,
    onAway: () => {},
    ...options,
  });
