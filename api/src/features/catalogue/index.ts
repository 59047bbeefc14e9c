import { TypedFastBitSet } from "typedfastbitset";
import { choiceFilters, listed, type ChoiceFilter, type Choices, type Listing } from "./listing.ts";
import type { CatalogueRow } from "./rows.sql.ts";
import type { CompanyTerms } from "./ownPrices.rules.ts";
import { createWordIndex, type WordIndex } from "./search.ts";

/** Names of what projects choose from, by id. */
export type DirectoryNames = Record<"registry" | "developer" | "projectType", Map<number, string>>;

/** The catalogue as it is read. A project has a place, a small number; sets of projects are sets of places. */
export interface CatalogueIndex {
  /** By place; undefined where nothing is any more. */
  listings: readonly (Listing | undefined)[];
  placeOf: ReadonlyMap<number, number>;
  live: TypedFastBitSet;
  choices: Readonly<Record<ChoiceFilter, ReadonlyMap<string | number, TypedFastBitSet>>>;
  /** Of what projects here have, and of nothing else: the directories hold names that hidden ones alone have. */
  names: DirectoryNames;
  /** The group of each project type. */
  scopes: ReadonlyMap<number, string>;
  /** The code of a registry in its own exports. */
  registryCodes: ReadonlyMap<number, string>;
  /** Of each country, comma-separated, the one that pages show first. */
  countryNames: ReadonlyMap<string, string>;
  words: Pick<WordIndex, "find" | "corrected">;
  /** Whose prices these are; undefined for everybody's. */
  own: CompanyTerms | undefined;
  /** Another text for other prices; blank for everybody's. */
  prices: string;
  /** Another number whenever anything is different. */
  version: () => number;
  /** The places that are otherwise, new or empty since it had that version; undefined where that is too long ago. */
  changedSince: (version: number) => ReadonlySet<number> | undefined;
  /** Another number whenever words of a project are others, or new: so may be the names of what filters choose. */
  namesVersion: () => number;
}

// Places of projects whose words have changed are not used again; so many make the index worth rebuilding.
const mostDead = 2000;
// What is derived of all projects is put right for as many changes, and made again after more.
const mostChanges = 1000;

let versions = 0;

/** An empty index, and what fills it. */
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

  /** A project as it is now, in the place of what it was. */
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

  /** Whether so much is dead that rebuilding it is worth it. */
  const isWorn = () => listings.length - placeOf.size > Math.max(mostDead, placeOf.size / 2);

  return { index, put, remove, isWorn };
}

/** Lists by what is in them: thousands of projects are of the same countries, which are held once and soon at hand. */
function createShared() {
  const lists = new Map<string, readonly string[]>();
  return (some: readonly string[]): readonly string[] => {
    const key = some.join();
    const known = lists.get(key);
    if (!known) lists.set(key, some);
    return known ?? some;
  };
}

/** Which places changed last, and with which version. */
function createChanges() {
  let noted: { place: number; version: number }[] = [];
  /** The last version of which something was forgotten. */
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

/** Of each value that can be chosen the places that have it. */
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
