import { geoNaturalEarth1, geoPath, type GeoPermissibleObjects } from "d3-geo";
import codes from "i18n-iso-countries/codes.json";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { smallCountries } from "./small.ts";

/** A country as drawn on the map. */
export interface Shape {
  /** Two letters; undefined for areas without a code. */
  code: string | undefined;
  path: string;
  /** Left, top, right and bottom. */
  box: Box;
  /** Too small to be drawn: a dot, useful only where there is data. */
  isDot: boolean;
}
export type Box = readonly [left: number, top: number, right: number, bottom: number];

export const mapWidth = 960;
export const mapHeight = 480;

const dotRadius = 3.4;
const antarctica = "AQ";
// The atlas has no number for Kosovo.
const byName: Record<string, string> = { Kosovo: "XK" };
const byNumber = new Map(codes.map(([two, , number]) => [number, two]));

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** Loads the countries of Natural Earth in its own projection, without Antarctica; small ones as dots, which come last. */
export async function loadShapes(): Promise<Shape[]> {
  const atlas = (await import("world-atlas/countries-110m.json")).default as unknown as Atlas;
  const countries = feature(atlas, atlas.objects.countries).features.map((each) => ({
    each,
    code: byNumber.get(String(each.id)) ?? byName[each.properties.name],
  }));
  const drawn = countries.filter(({ code }) => code !== antarctica);
  const all: GeoPermissibleObjects = {
    type: "FeatureCollection",
    features: drawn.map(({ each }) => each),
  };
  const projection = geoNaturalEarth1().fitSize([mapWidth, mapHeight], all);
  const path = geoPath(projection).pointRadius(dotRadius).digits(1);
  const shapeOf = (
    code: string | undefined,
    what: GeoPermissibleObjects,
    isDot: boolean,
  ): Shape => {
    const [[left, top], [right, bottom]] = path.bounds(what);
    return { code, path: path(what) ?? "", box: [left, top, right, bottom], isDot };
  };
  return [
    ...drawn.map(({ each, code }) => shapeOf(code, each, false)),
    ...smallCountries.map(([code, east, north]) =>
      shapeOf(code, { type: "Point", coordinates: [east, north] }, true),
    ),
  ];
}

/** The map section of each part of the world: left, top, width and height. */
export const frames = {
  world: [0, 0, 960, 480],
  Africa: [400, 165, 240, 225],
  Asia: [560, 60, 330, 270],
  Europe: [415, 40, 200, 150],
  "North America": [60, 10, 330, 260],
  "South America": [215, 230, 200, 230],
  Oceania: [730, 240, 230, 190],
} as const;
export type Frame = keyof typeof frames;

/** Returns the map section around countries, four times as wide as they are and at least a tenth of the world. */
export function around(boxes: readonly Box[]): Box {
  const [left, top, right, bottom] = [0, 1, 2, 3].map((side) => {
    const ends = boxes.map((box) => box[side]!);
    return side < 2 ? Math.min(...ends) : Math.max(...ends);
  }) as [number, number, number, number];
  const width = Math.min(mapWidth, Math.max((right - left) * 4, (bottom - top) * 6, 96));
  const height = width * 0.6;
  const x = Math.min(Math.max(0, (left + right - width) / 2), mapWidth - width);
  const y = (top + bottom - height) / 2;
  return [x, y, width, height];
}
