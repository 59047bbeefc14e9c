import { route, strata, topo } from "./ground.ts";
import { height, width } from "./marks.ts";
import { field, forest, wetland } from "./nature.ts";
import { lookOf, type Subject } from "./look.ts";
import type { SceneName } from "./palettes.ts";
import type { Scene } from "./pieces.ts";
import { gas, home, lattice } from "./places.ts";
import { solar, water, wind } from "./power.ts";
import { colorsOf } from "./weather.ts";
import { randomFrom } from "./random.ts";

const scenes: Record<SceneName, Scene> = {
  forest,
  wetland,
  field,
  wind,
  solar,
  water,
  home,
  gas,
  lattice,
  strata,
  route,
  topo,
};

interface CoverOptions extends Subject {
  /** `thumb` for sizes below 120 px: fewer, bolder marks. */
  detail?: "full" | "thumb";
}

/**
 * Draws a landscape as an SVG document of 800 by 500, without ids, scripts or text. The subject survives 16:9, 4:3, 1:1
 * and 3:1 crops.
 */
export function coverArt({ detail = "full", ...subject }: CoverOptions): string {
  const look = lookOf(subject);
  const random = randomFrom(`${subject.seed}|${look.scene}`);
  const art = scenes[look.scene](random, colorsOf(look), detail === "thumb", look);
  const inner = look.mirrored ? `<g transform="matrix(-1 0 0 1 ${width} 0)">${art}</g>` : art;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice">${inner}</svg>`;
}
