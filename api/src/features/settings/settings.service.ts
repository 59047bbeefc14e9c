import type { CountryCode } from "@tonneline/contract/countries";
import type { Db } from "../../core/db.ts";
import { sections } from "@tonneline/contract/settings";
import { defaultSettings, type Settings } from "./settings.defaults.ts";
import { rateToday, storedSections } from "./settings.sql.ts";
import { vatTreatment, type VatTreatment } from "./vat.rules.ts";

// A saved setting must hold on every server within 10 s, also on one whose clock is set back.
const cacheMs = 5_000;

export type SettingsService = ReturnType<typeof createSettings>;

/** The operator's settings, and the VAT that follows from them. */
export function createSettings(db: Db, reservationMinutes: number, adminsNeedSecondFactor = false) {
  let cached:
    | { settings: Promise<Settings>; rates: Map<string, number>; until: number }
    | undefined;

  function fresh() {
    if (!cached || cached.until < performance.now()) {
      const settings = read().then((now) => now.settings);
      cached = { settings, rates: new Map(), until: performance.now() + cacheMs };
      // A failed read must not be remembered as the answer.
      cached.settings.catch(() => (cached = undefined));
    }
    return cached;
  }

  /** As they stand in the database now, with what each section is at; sections that were never saved are at none. */
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

  /** The settings in force, at most 5 s old. */
  function current(): Promise<Settings> {
    return fresh().settings;
  }

  /** How an invoice to a country is taxed today. */
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

  /** Reads again what was just saved; other servers do so within seconds. */
  function forget(): void {
    cached = undefined;
  }

  return { current, read, vatFor, forget };
}
