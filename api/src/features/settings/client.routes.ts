import * as contract from "@tonneline/contract/client";
import { flagServicePath } from "@tonneline/contract/flags";
import type { Serve } from "../../core/http/serve.ts";
import { version } from "../../core/version.ts";
import { environmentOf, type Hosts } from "./client.rules.ts";

/** What the environment of the server says about services beside it; each may be missing. */
export interface Outside extends Hosts {
  flagsmith?: { apiUrl: string; environmentKey: string } | undefined;
  sentryDsn?: string | undefined;
  contactFormUrl?: string | undefined;
  meetingUrl?: string | undefined;
}

// The app's own flag service has one environment, so its key says nothing.
const ownFlags = { apiUrl: flagServicePath, environmentKey: "own" };

/** Origins of the services that are configured, for what the browser is told that it may reach. */
export function originsOf(...addresses: (string | undefined)[]): string[] {
  return addresses.flatMap((address) => (address === undefined ? [] : [new URL(address).origin]));
}

/** What the pages ask before anybody is logged in. */
export function clientRoutes(serve: Serve, outside: Outside): void {
  serve(contract.getClientSettings, async ({ host }) => ({
    environment: environmentOf(host, outside),
    release: version,
    sentryDsn: outside.sentryDsn ?? null,
    flags: outside.flagsmith ?? ownFlags,
    contactFormUrl: outside.contactFormUrl ?? null,
    meetingUrl: outside.meetingUrl ?? null,
  }));
}
