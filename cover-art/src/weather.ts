import type { Season } from "./biomes.ts";
import type { Light, Look } from "./look.ts";
import { mix } from "./marks.ts";
import { palettes, type Palette } from "./palettes.ts";

/** How far each colour is mixed with another: `key:hex:part`. */
type Tints = string;

const byLight: Record<Light, Tints> = {
  noon: "",
  dawn: "sky:FFE0CF:.6 halo:FFF3E6:.6 sun:FFB98A:.7 far:F0C6B4:.35 range:D9A79A:.15",
  golden: "sky:FFF0C4:.65 halo:FFF9E2:.6 sun:FFC23F:.85 far:F2DBA6:.4 range:D9BE7C:.2",
  dusk: "sky:E7D0EC:.75 halo:F8E3EE:.7 sun:FF9A73:.85 far:B9A0CF:.5 range:8F7FB3:.35 near:3F3A78:.2",
  overcast: "sky:DDE3E8:.85 halo:E9EDF0:.9 sun:F1F3F4:.9 far:BEC8CE:.55 range:94A3AB:.3",
  night:
    "sky:1D3160:.92 halo:2B4378:.92 sun:F6F2DC:.9 far:2E4A80:.75 range:274072:.65 near:1B3363:.55 front:0B1D42:.55 line:9DB6E6:.5",
};

const bySeason: Record<Season, Tints> = {
  spring: "near:7CC46B:.3 range:A9D98C:.25",
  summer: "",
  autumn: "near:C57A35:.5 range:DCA65C:.45 front:6E3A1C:.4",
  winter: "near:EAF1F8:.6 range:F4F8FC:.6 far:F7FAFD:.45 front:B9CADA:.3",
  dry: "near:C7A653:.5 range:DDBF80:.45 front:6B5629:.35",
  wet: "near:169260:.3 range:3FAE82:.2",
};

/** Scenes whose ground has neither vegetation nor snow. */
const seasonless: readonly string[] = ["strata", "lattice", "route", "topo"];

function tinted(palette: Palette, tints: Tints): Palette {
  const colors: Record<string, string> = { ...palette };
  for (const tint of tints.split(" ").filter(Boolean)) {
    const [key, hex, part] = tint.split(":") as [keyof Palette, string, string];
    colors[key] = mix(colors[key]!, `#${hex}`, Number(part));
  }
  return colors as unknown as Palette;
}

/** Returns a scene's colours in its season and light. */
export function colorsOf({ scene, palette, season, light, hue }: Look): Palette {
  const grown = seasonless.includes(scene) ? "" : bySeason[season];
  const lean = hue && `near:${hue}:.22 range:${hue}:.16 front:${hue}:.12`;
  return [grown, lean, byLight[light]].reduce(tinted, palettes[scene][palette]);
}
