import { biomeOf, biomes, type Relief, type Season, type Tree } from "./biomes.ts";
import { familyOf } from "./families.ts";
import type { SceneName } from "./palettes.ts";
import { pick, randomFrom } from "./random.ts";

export const lights = ["noon", "dawn", "golden", "dusk", "overcast", "night"] as const;
export type Light = (typeof lights)[number];
export const skies = ["clear", "clouds", "birds", "haze"] as const;
export type Sky = (typeof skies)[number];

/** Tints of the ground. */
export const hues = ["", "0E9F8E", "5A8F3C", "3E6FB0", "8A6FB5", "B5794A"] as const;

/** What determines a picture, apart from the randomness within it. */
export interface Look {
  scene: SceneName;
  /** A variant within the scene. */
  kind: string | undefined;
  relief: Relief;
  light: Light;
  season: Season;
  sky: Sky;
  tree: Tree;
  /** One of the scene's palettes. */
  palette: 0 | 1;
  hue: (typeof hues)[number];
  /** The position of the sun or moon, from left to right in twelve steps. */
  sun: number;
  mirrored: boolean;
}

export interface Subject {
  /** The same seed always gives the same picture, on every machine. */
  seed: string;
  /** The subject's type, in upper or lower case ("Wind", "Cookstoves"); it selects the scene. */
  type: string;
  /** Two-letter code, which selects the land, its plants and its seasons. */
  country?: string | undefined;
}

const turn = <T>(list: readonly T[], by: number): T => list[by % list.length]!;

/**
 * Derives the look of a subject. Land and light rotate with the number in the seed, so that projects with consecutive
 * numbers share neither; the rest is random.
 */
export function lookOf({ seed, type, country }: Subject): Look {
  const { scene, kind } = familyOf(type);
  const biome = biomes[biomeOf(country)];
  const r = randomFrom(`${seed}|${scene}|look`);
  const offset = Math.floor(randomFrom(`${scene}|${type}`)() * 97);
  const number = offset + (/^\d+$/.test(seed) ? Number(seed) % 1_000_000 : Math.floor(r() * 9999));
  const daylight = lights.filter((light) => light !== "night" || scene !== "solar");
  return {
    scene,
    kind,
    relief: turn(biome.reliefs, number),
    light: turn(daylight, number + Math.floor(number / biome.reliefs.length)),
    season: pick(r, biome.seasons),
    sky: pick(r, skies),
    tree: pick(r, biome.trees),
    palette: r() < 0.5 ? 0 : 1,
    hue: pick(r, hues),
    sun: Math.floor(r() * 12),
    mirrored: r() < 0.5,
  };
}
