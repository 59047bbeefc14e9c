import { expect, test } from "vitest";
import { isEmbeddable } from "./embeds.ts";
import { sections } from "./settings.ts";

const hosts = ["maps.example.org", "www.youtube-nocookie.com"];

test.each([
  ["of a site in the list", "https://maps.example.org/lamu?z=3", true],
  ["in capitals, as some type it", "HTTPS://MAPS.example.org/", true],
  ["of a part of that site", "https://eu.maps.example.org/", false],
  ["of a site above it", "https://example.org/", false],
  ["whose name only begins like one", "https://maps.example.org.evil.example/", false],
  ["on another port", "https://maps.example.org:8443/", false],
  ["without encryption", "http://maps.example.org/", false],
  ["that is none", "maps.example.org", false],
])("a page %s", (_which, address, embeddable) => {
  expect(isEmbeddable(address, hosts)).toBe(embeddable);
});

test("the list accepts names of public sites, each once, in lower case", () => {
  const { embeds } = sections;
  const given = [" WWW.Example.org ", "www.example.org", "maps.example.org"];
  expect(embeds.parse({ hosts: given }).hosts).toEqual(["www.example.org", "maps.example.org"]);
  expect(embeds.parse({ hosts: [] }).hosts).toEqual([]);
  for (const wrong of ["https://a.example.org", "a.example.org/b", "*.example.org", "10.0.0.1"]) {
    expect(embeds.safeParse({ hosts: [wrong] }).success, wrong).toBe(false);
  }
  for (const wrong of ["localhost", "maps.internal", "a.example.org:8443", "", "a b.example.org"]) {
    expect(embeds.safeParse({ hosts: [wrong] }).success, wrong).toBe(false);
  }
});
