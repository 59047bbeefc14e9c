import { TypedFastBitSet } from "typedfastbitset";
import { choiceFilters, listed, type ChoiceFilter, type Choices, type Listing } from "./listing.ts";
import type { CatalogueRow } from "./rows.sql.ts";
import type { CompanyTerms } from "./ownPrices.rules.ts";
import { createWordIndex, type WordIndex } from "./search.ts";

/** Names of registries, developers and project types by id. */
export type DirectoryNames = Record<"registry" | "developer" | "projectType", Map<number, string>>;

/** The catalogue in memory. Each project has a slot, a small number; sets of projects are sets of slots. */
export interface CatalogueIndex {
  /** By slot; undefined where the slot is vacant. */
  listings: readonly (Listing | undefined)[];
  slotOf: ReadonlyMap<number, number>;
  live: TypedFastBitSet;
  choices: Readonly<Record<ChoiceFilter, ReadonlyMap<string | number, TypedFastBitSet>>>;
  /** Only names that the projects in here use: the directories also contain names that only hidden projects have. */
  names: DirectoryNames;
  /** The taxonomy group by project type id. */
  scopes: ReadonlyMap<number, string>;
  /** The code that identifies a registry in its own exports, by registry id. */
  registryCodes: ReadonlyMap<number, string>;
  /** The names of each country, comma-separated; the first is the one shown on pages. */
  countryNames: ReadonlyMap<string, string>;
  words: Pick<WordIndex, "find" | "corrected">;
  /** The company terms that these prices are based on; undefined for list prices. */
  own: CompanyTerms | undefined;
  /** Identifies the prices in cache keys; empty for list prices. */
  prices: string;
  /** Changes whenever anything changes. */
  version: () => number;
  /** The slots changed, added or vacated since a version; undefined if that is too long ago. */
  changedSince: (version: number) => ReadonlySet<number> | undefined;
  /** Changes whenever a project's words change or are added: the names behind the filters may then have changed as well. */
  namesVersion: () => number;
}

// The slot of a project whose words changed is not reused; with this many dead slots the index is worth rebuilding.
const maxDead = 2000;
// Data derived from all projects is updated for up to this many changes, and rebuilt after more.
const maxChanges = 1000;

let versions = 0;

/** Creates an empty index and the functions that fill it. */
export function createIndex(countryNames: CatalogueIndex["countryNames"]) {
  const listings: (Listing | undefined)[] = [];
  const slotOf = new Map<number, number>();
  const live = new TypedFastBitSet();
  const choices = createChoices();
  const words = createWordIndex();
  const shared = createShared();
  const names: DirectoryNames = {
    registry: new Map(),
    developer: new Map(),
    projectType: new Map(),
  };
  const scopes = new Map<number, string>();
  const registryCodes = new Map<number, string>();
  const changes = createChanges();
  let version = ++versions;
  let namesVersion = 0;
  const index: CatalogueIndex = {
    listings,
    slotOf,
    live,
    choices: choices.slots,
    names,
    scopes,
    registryCodes,
    countryNames,
    words,
    own: undefined,
    prices: "",
    version: () => version,
    changedSince: changes.since,
    namesVersion: () => namesVersion,
  };

  /** Inserts or replaces a project. */
  function put(row: CatalogueRow): void {
    const { listing, choices: chosen, texts } = listed(row, countryNames);
    const before = slotOf.get(row.id);
    const hasNewWords = before === undefined || listings[before]!.textHash !== listing.textHash;
    version = ++versions;
    if (before !== undefined) clear(before);
    const slot = hasNewWords ? listings.length : before;
    listings[slot] = { ...listing, countries: shared(listing.countries), stamp: version };
    slotOf.set(row.id, slot);
    live.add(slot);
    choices.add(slot, chosen);
    if (hasNewWords) {
      changes.note(slot, version);
      words.add(slot, texts);
      namesVersion++;
    }
    names.registry.set(row.registryId, row.registryName);
    names.developer.set(row.developerId, row.developerName);
    names.projectType.set(row.projectTypeId, row.projectTypeName);
    scopes.set(row.projectTypeId, row.scope);
    registryCodes.set(row.registryId, row.registryCode ?? "");
  }

  function remove(id: number): void {
    const slot = slotOf.get(id);
    if (slot === undefined) return;
    version = ++versions;
    clear(slot);
    slotOf.delete(id);
  }

  function clear(slot: number): void {
    listings[slot] = undefined;
    live.remove(slot);
    choices.remove(slot);
    changes.note(slot, version);
  }

  /** Whether there are enough dead slots to make rebuilding worthwhile. */
  const needsRebuild = () => listings.length - slotOf.size > Math.max(maxDead, slotOf.size / 2);

  return { index, put, remove, needsRebuild };
}

/** Interns lists by content: thousands of projects have the same countries, which are stored once and fast to reach. */
function createShared() {
  const lists = new Map<string, readonly string[]>();
  return (some: readonly string[]): readonly string[] => {
    const key = some.join();
    const known = lists.get(key);
    if (!known) lists.set(key, some);
    return known ?? some;
  };
}

/** Keeps which slots changed last, and in which version. */
function createChanges() {
  let noted: { slot: number; version: number }[] = [];
  /** The last version of which changes were dropped. */
  let forgotten = 0;
  return {
    note(slot: number, version: number): void {
      if (noted.length === 2 * maxChanges) {
        forgotten = noted[maxChanges - 1]!.version;
        noted = noted.slice(maxChanges);
      }
      noted.push({ slot, version });
    },
    since(version: number): ReadonlySet<number> | undefined {
      if (version < forgotten) return undefined;
      const slots = new Set<number>();
      for (let at = noted.length - 1; at >= 0 && noted[at]!.version > version; at--) {
        slots.add(noted[at]!.slot);
      }
      return slots;
    },
  };
}

/** The slots by each value of each filter. */
function createChoices() {
  const slots = Object.fromEntries(choiceFilters.map((filter) => [filter, new Map()])) as Record<
    ChoiceFilter,
    Map<string | number, TypedFastBitSet>
  >;
  return {
    slots,
    add(slot: number, chosen: Choices): void {
      for (const filter of choiceFilters) {
        for (const value of chosen[filter]) {
          const set = slots[filter].get(value) ?? new TypedFastBitSet();
          slots[filter].set(value, set);
          set.add(slot);
        }
      }
    },
    remove(slot: number): void {
      for (const filter of choiceFilters)
        for (const set of slots[filter].values()) set.remove(slot);
    },
  };
}
