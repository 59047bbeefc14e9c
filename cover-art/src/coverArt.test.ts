// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { biomeOf, biomes } from "./biomes.ts";
import { coverArt } from "./coverArt.ts";
import { dataUri } from "./dataUri.ts";
import { familyOf } from "./families.ts";
import { landscapeArt } from "./landscape.ts";
import { lookOf } from "./look.ts";

const types = [
  "Wetland Restoration",
  "REDD+",
  "Biochar",
  "Direct Air Capture",
  "Rice Emission Reductions",
  "Avoided Grassland Conversion",
  "Manure Methane Digester",
  "Sustainable Agriculture",
  "Wind",
  "Solar - Centralized",
  "Geothermal",
  "Clean Water",
  "Hydropower",
  "Cookstoves",
  "Mine Methane",
  "Landfill Methane",
  "HFC Replacement in Foam Production",
  "Mass Transit",
  "Something nobody has heard of",
];

function parse(svg: string): Element {
  return new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
}

describe.each(types)("the picture of %s", (type) => {
  it("is a drawing without ids, scripts, text or broken numbers", () => {
    for (const detail of ["full", "thumb"] as const) {
      const svg = coverArt({ seed: "4127", type, detail });
      expect(parse(svg).querySelector("parsererror")).toBeNull();
      expect(parse(svg).querySelectorAll("path").length).toBeGreaterThan(3);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<script|<text|\sid=/);
      expect(svg.length).toBeLessThan(40_000);
    }
  });
  it("is the same for the same project and differs for another", () => {
    const one = coverArt({ seed: "1", type });
    expect(coverArt({ seed: "1", type })).toBe(one);
    expect(coverArt({ seed: "2", type })).not.toBe(one);
  });
});

const countries = ["SE", "NP", "ES", "EG", "KE", "BR", "FJ", "DE", "XX", undefined];

it("draws every land, light, season and tree without a broken number, small enough for a card", () => {
  for (const [place, country] of countries.entries()) {
    for (let nth = 0; nth < 60; nth++) {
      const svg = coverArt({
        seed: String(place * 60 + nth),
        type: types[nth % types.length]!,
        country,
      });
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      expect(svg.length).toBeLessThan(46_000);
    }
  }
});

it("gives projects with consecutive numbers different land and light", () => {
  for (const country of countries)
    for (let number = 1; number < 200; number++) {
      const [one, next] = [number, number + 1].map((seed) =>
        lookOf({ seed: String(seed), type: "Wind", country }),
      );
      expect(next!.relief).not.toBe(one!.relief);
      expect(next!.light).not.toBe(one!.light);
    }
});

it.each([
  ["SE", "boreal"],
  ["KE", "savanna"],
  ["EG", "arid"],
  ["FJ", "island"],
  ["DE", "temperate"],
  [undefined, "temperate"],
])("puts %s into the %s biome", (country, biome) => {
  expect(biomeOf(country)).toBe(biome);
  const { relief, season, tree } = lookOf({ seed: "7", type: "REDD+", country });
  expect(biomes[biomeOf(country)].reliefs).toContain(relief);
  expect(biomes[biomeOf(country)].seasons).toContain(season);
  expect(biomes[biomeOf(country)].trees).toContain(tree);
});

it("lists each country in only one biome", () => {
  const named = Object.values(biomes)
    .flatMap(({ countries: codes }) => codes.split(" "))
    .filter(Boolean);
  expect(new Set(named).size).toBe(named.length);
});

it("finds the scene by words of the project type, ignoring case", () => {
  expect(familyOf("MANGROVE planting").scene).toBe("wetland");
  expect(familyOf("Clean cookstoves")).toEqual({ scene: "home", kind: "stove" });
  expect(familyOf("").scene).toBe("topo");
});

it("encodes the same drawing as a data URI", () => {
  const svg = coverArt({ seed: "100%", type: "Solar" });
  const drawn = decodeURIComponent(dataUri(svg).replace("data:image/svg+xml,", ""));
  expect(drawn).toBe(svg.replaceAll('"', "'"));
});

it("draws the large landscape", () => {
  const landscape = parse(landscapeArt("tonneline"));
  expect(landscape.getAttribute("viewBox")).toBe("0 0 1000 1000");
  expect(landscape.querySelectorAll("path").length).toBeGreaterThan(20);
});
