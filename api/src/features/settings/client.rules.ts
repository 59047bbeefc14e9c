import type { Environment } from "@tonneline/contract/client";
import type { SettingsSections } from "@tonneline/contract/settings";

export interface Hosts {
  productionHost?: string | undefined;
  testHost?: string | undefined;
}

/**
 * Returns the environment of the host that a request came to (specification, section 1). `host` is from the request, with
 * or without a port; a configured host without a port matches any port.
 */
export function environmentOf(host: string, { productionHost, testHost }: Hosts): Environment {
  if (isHost(host, productionHost)) return "production";
  if (isHost(host, testHost)) return "dev";
  return "local";
}

/**
 * Returns the frame sources of the content security policy besides our own: the sites on the operators' list, and the
 * configured contact form.
 */
export function frameSources(
  { embeds, external }: Pick<SettingsSections, "embeds" | "external">,
  contactFormUrl: string | undefined,
): string[] {
  const form = external.contactFormUrl ?? contactFormUrl;
  const sites = embeds.hosts.map((host) => `https://${host}`);
  return form === undefined ? sites : [...sites, new URL(form).origin];
}

function isHost(given: string, configured: string | undefined): boolean {
  if (configured === undefined) return false;
  const [one, other] = [given.toLowerCase(), configured.toLowerCase()];
  return one === other || one.replace(/:\d+$/, "") === other;
}
