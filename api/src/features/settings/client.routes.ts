import * as contract from "@tonneline/contract/client";
import { flagServicePath } from "@tonneline/contract/flags";
import type { SiteFile } from "@tonneline/contract/settings";
import type { Db } from "../../core/db.ts";
import type { Serve } from "../../core/http/serve.ts";
import { version } from "../../core/version.ts";
import { environmentOf, type Hosts } from "./client.rules.ts";
import { siteFileUrl } from "./managed.service.ts";
import type { SettingsService } from "./settings.service.ts";
import { showsDemonstration, siteFileRows } from "./settings.sql.ts";

/** External services configured in the server's environment; each is optional. */
export interface Outside extends Hosts {
  flagsmith?: { apiUrl: string; environmentKey: string } | undefined;
  sentryDsn?: string | undefined;
  contactFormUrl?: string | undefined;
  meetingUrl?: string | undefined;
  /** The EU's VIES service for VAT numbers; queried only if configured. */
  viesUrl?: string | undefined;
}

// The built-in flag service has only one environment, so the key is arbitrary.
const ownFlags = { apiUrl: flagServicePath, environmentKey: "own" };

/** Returns the origins of the configured services, to be allowed by the content security policy. */
export function originsOf(...addresses: (string | undefined)[]): string[] {
  return addresses.flatMap((address) => (address === undefined ? [] : [new URL(address).origin]));
}

// The documents that come with the product, marked as templates.
const ownTexts = {
  privacy: "/legal/privacy-policy.pdf",
  terms: "/legal/terms-of-service.pdf",
  salesTerms: "/legal/sales-terms.pdf",
} as const;

/** Routes for what the pages need before login. */
export function clientRoutes(
  serve: Serve,
  db: Db,
  settings: SettingsService,
  outside: Outside,
): void {
  serve(contract.getClientSettings, async ({ host }) => {
    const [{ brand, links, external, embeds, seller, payment, sharing }, siteFiles, demonstration] =
      await Promise.all([settings.current(), siteFileRows(db), showsDemonstration(db)]);
    const urlOf = (slot: SiteFile) => {
      const file = siteFiles.find((each) => each.slot === slot);
      return file && siteFileUrl(file.id);
    };
    return {
      environment: environmentOf(host, outside),
      release: version,
      sentryDsn: outside.sentryDsn ?? null,
      flags: outside.flagsmith ?? ownFlags,
      contactFormUrl: external.contactFormUrl ?? outside.contactFormUrl ?? null,
      meetingUrl: external.meetingUrl ?? outside.meetingUrl ?? null,
      embedHosts: embeds.hosts,
      brand: { name: brand.name, logoUrl: urlOf("logo") ?? null },
      demonstration,
      timeZone: seller.timeZone,
      paymentDays: payment.days,
      sharesByLink: sharing.byLink,
      links: {
        companySite: links.companySite,
        privacy: urlOf("privacy") ?? ownTexts.privacy,
        terms: urlOf("terms") ?? ownTexts.terms,
        salesTerms: urlOf("salesTerms") ?? ownTexts.salesTerms,
      },
    };
  });
}
