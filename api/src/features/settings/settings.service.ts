import type { CountryCode } from "@tonneline/contract/countries";
import type { Db } from "../../core/db.ts";
import { sections } from "@tonneline/contract/settings";
import { defaultSettings, type Settings } from "./settings.defaults.ts";
import { rateToday, storedSections } from "./settings.sql.ts";
import { vatTreatment, type VatTreatment } from "./vat.rules.ts";

// A saved setting must take effect on every server within 10 s, even if a server's clock is set back.
const cacheMs = 5_000;

export type SettingsService = ReturnType<typeof createSettings>;

/** Creates the settings service, which also determines VAT from the settings. */
export function createSettings(db: Db, reservationMinutes: number, adminsNeedSecondFactor = false) {
  let cached:
    | { settings: Promise<Settings>; rates: Map<string, number>; until: number }
    | undefined;

  function fresh() {
    if (!cached || cached.until < performance.now()) {
      const settings = read().then((now) => now.settings);
      cached = { settings, rates: new Map(), until: performance.now() + cacheMs };
      // A failed read must not be cached.
      cached.settings.catch(() => (cached = undefined));
    }
    return cached;
  }

  /** Returns settings from the database with the version of each section; sections never saved have none. */
  async function read(): Promise<{ settings: Settings; versions: Map<string, number> }> {
    const rows = await storedSections(db);
    const stored = new Map(rows.map((row) => [row.section, row.value]));
    const settings = defaultSettings(reservationMinutes, adminsNeedSecondFactor);
    for (const name of Object.keys(sections) as (keyof Settings)[]) {
      if (stored.has(name))
        Object.assign(settings, { [name]: sections[name].parse(stored.get(name)) });
    }
    return { settings, versions: new Map(rows.map((row) => [row.section, row.version])) };
  }

  /** Returns the settings in effect, at most 5 s old. */
  function current(): Promise<Settings> {
    return fresh().settings;
  }

  /** Returns the VAT treatment of an invoice to a country, as of today. */
  async function vatFor(buyerCountry: CountryCode): Promise<VatTreatment> {
    const { settings, rates } = fresh();
    const sellerCountry = (await settings).seller.countryCode;
    let percent = rates.get(sellerCountry);
    if (percent === undefined) {
      percent = (await rateToday(db, sellerCountry)) ?? 0;
      rates.set(sellerCountry, percent);
    }
    return vatTreatment(buyerCountry, sellerCountry, percent);
  }

  /** Clears the cache after a save; other servers catch up within seconds. */
  function invalidate(): void {
    cached = undefined;
  }

  return { current, read, vatFor, invalidate };
}
