import { TypedFastBitSet } from "typedfastbitset";
import { choiceFilters, listed, type ChoiceFilter, type Choices, type Listing } from "./listing.ts";
import type { CatalogueRow } from "./rows.sql.ts";
import type { CompanyTerms } from "./ownPrices.rules.ts";
import { createWordIndex, type WordIndex } from "./search.ts";

/** Names of registries, developers and project types by id. */
export type DirectoryNames = Record<"registry" | "developer" | "projectType", Map<number, string>>;

/** The catalogue in memory. Each project has a place, a small number; sets of projects are sets of places. */
export interface CatalogueIndex {
  /** By place; undefined where the place is vacant. */
  listings: readonly (Listing | undefined)[];
  placeOf: ReadonlyMap<number, number>;
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
  /** The places changed, added or vacated since a version; undefined if that is too long ago. */
  changedSince: (version: number) => ReadonlySet<number> | undefined;
  /** Changes whenever a project's words change or are added: the names behind the filters may then have changed as well. */
  namesVersion: () => number;
}

// The place of a project whose words changed is not reused; with this many dead places the index is worth rebuilding.
const mostDead = 2000;
// Data derived from all projects is updated for up to this many changes, and rebuilt after more.
const mostChanges = 1000;

let versions = 0;

/** Creates an empty index and the functions that fill it. */
export function createIndex(countryNames: CatalogueIndex["countryNames"]) {
  const listings: (Listing | undefined)[] = [];
  const placeOf = new Map<number, number>();
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
    placeOf,
    live,
    choices: choices.places,
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
    const before = placeOf.get(row.id);
    const hasNewWords = before === undefined || listings[before]!.textHash !== listing.textHash;
    version = ++versions;
    if (before !== undefined) clear(before);
    const place = hasNewWords ? listings.length : before;
    listings[place] = { ...listing, countries: shared(listing.countries), stamp: version };
    placeOf.set(row.id, place);
    live.add(place);
    choices.add(place, chosen);
    if (hasNewWords) {
      changes.note(place, version);
      words.add(place, texts);
      namesVersion++;
    }
    names.registry.set(row.registryId, row.registryName);
    names.developer.set(row.developerId, row.developerName);
    names.projectType.set(row.projectTypeId, row.projectTypeName);
    scopes.set(row.projectTypeId, row.scope);
    registryCodes.set(row.registryId, row.registryCode ?? "");
  }

  function remove(id: number): void {
    const place = placeOf.get(id);
    if (place === undefined) return;
    version = ++versions;
    clear(place);
    placeOf.delete(id);
  }

  function clear(place: number): void {
    listings[place] = undefined;
    live.remove(place);
    choices.remove(place);
    changes.note(place, version);
  }

  /** Whether there are enough dead places to make rebuilding worthwhile. */
  const isWorn = () => listings.length - placeOf.size > Math.max(mostDead, placeOf.size / 2);

  return { index, put, remove, isWorn };
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

/** Keeps which places changed last, and in which version. */
function createChanges() {
  let noted: { place: number; version: number }[] = [];
  /** The last version of which changes were dropped. */
  let forgotten = 0;
  return {
    note(place: number, version: number): void {
      if (noted.length === 2 * mostChanges) {
        forgotten = noted[mostChanges - 1]!.version;
        noted = noted.slice(mostChanges);
      }
      noted.push({ place, version });
    },
    since(version: number): ReadonlySet<number> | undefined {
      if (version < forgotten) return undefined;
      const places = new Set<number>();
      for (let at = noted.length - 1; at >= 0 && noted[at]!.version > version; at--) {
        places.add(noted[at]!.place);
      }
      return places;
    },
  };
}

/** The places by each value of each filter. */
function createChoices() {
  const places = Object.fromEntries(choiceFilters.map((filter) => [filter, new Map()])) as Record<
    ChoiceFilter,
    Map<string | number, TypedFastBitSet>
  >;
  return {
    places,
    add(place: number, chosen: Choices): void {
      for (const filter of choiceFilters) {
        for (const value of chosen[filter]) {
          const set = places[filter].get(value) ?? new TypedFastBitSet();
          places[filter].set(value, set);
          set.add(place);
        }
      }
    },
    remove(place: number): void {
      for (const filter of choiceFilters)
        for (const set of places[filter].values()) set.remove(place);
    },
  };
}
